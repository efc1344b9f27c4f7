import { SubscriptionStatus } from '../../generated/prisma/client.ts';
import { openBillingPortal, startCheckout } from '../../resolvers/addons/billing/stripe/start-checkout.ts';
import { cancelSubscription, changePlan, resumeSubscription } from '../../resolvers/billing/change-plan.ts';
import { getSubscription } from '../../resolvers/billing/get-subscription.ts';
import type { PlanId } from '../../resolvers/platform/quotas/plans.ts';
import { builder } from '../builder.ts';
import { idOf } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { BillingProviderEnum, PaidPlanIdEnum, PlanIdEnum } from './plans.ts';

const SubscriptionStatusEnum = builder.enumType('SubscriptionStatus', {
  description: 'Whether a plan is paid for.',
  values: {
    [SubscriptionStatus.active]: { description: 'All is well.' },
    [SubscriptionStatus.past_due]: { description: 'A payment failed; Stripe tries again. The plan still counts.' },
  } as const,
});

const BillingSubscription = builder.prismaObject('Subscription', {
  name: 'BillingSubscription',
  description: 'The plan of an organization, and how it is paid.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'The organization.' }),
    plan: t.field({
      type: PlanIdEnum,
      description: 'The plan that counts now.',
      resolve: ({ plan }) => plan as PlanId,
    }),
    pendingPlan: t.field({
      type: PlanIdEnum,
      nullable: true,
      description: 'The cheaper plan that begins at the end of the period; null when the plan stays.',
      resolve: ({ pendingPlan }) => pendingPlan as PlanId | null,
    }),
    status: t.expose('status', { type: SubscriptionStatusEnum, description: 'Whether it is paid for.' }),
    provider: t.expose('provider', { type: BillingProviderEnum, description: 'How it is paid.' }),
    currentPeriodStart: t.expose('currentPeriodStart', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the month that is paid for runs; null on a plan without a price.',
    }),
    currentPeriodEnd: t.expose('currentPeriodEnd', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next month begins, with its invoice; null on a plan without a price.',
    }),
    cancelAtPeriodEnd: t.exposeBoolean('cancelAtPeriodEnd', {
      description: 'Whether the paid plan ends with this period. Then the organization has the default plan.',
    }),
  }),
});

const Checkout = builder.objectRef<{ url: string; expiresAt: Date }>('Checkout').implement({
  description: 'A page of Stripe where a paid plan is begun.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Send the browser there.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the page can be used.' }),
  }),
});

const BillingPortal = builder.objectRef<{ url: string }>('BillingPortal').implement({
  description: 'Pages of Stripe for cards, bills and the end of a subscription.',
  fields: (t) => ({ url: t.exposeString('url', { description: 'Send the browser there, at once: it works once.' }) }),
});

const returnUrl = {
  description: 'Where Stripe sends the browser afterwards: http or https, at most 2 048 characters. Default: BASE_URL.',
} as const;
const tag = 'Billing';
const path = '/billing/organizations/:organizationId/subscription' as const;

builder.queryField('billingSubscription', (t) =>
  t.field({
    type: BillingSubscription,
    description: 'The plan of an organization.',
    args: { organizationId: t.arg.id(idOf('organization')) },
    extensions: operation({ rest: { method: 'GET', path, tag }, needs: 'billing.manage', throttle: 'api' }),
    resolve: (_root, args, ctx) => getSubscription(ctx, args.organizationId),
  }),
);

builder.mutationField('changePlan', (t) =>
  t.field({
    type: BillingSubscription,
    description:
      'Chooses a plan. A dearer plan counts at once, and the difference for the rest of the month is ' +
      'invoiced; a cheaper one counts from the end of the period. What exists stays, also over the limits of a ' +
      'smaller plan. The plan that is there takes back a cancellation or a pending plan. CONFLICT where the first ' +
      'paid plan begins at a checkout.',
    args: {
      organizationId: t.arg.id(idOf('organization')),
      plan: t.arg({ type: PlanIdEnum, required: true, description: 'The plan to have.' }),
    },
    extensions: operation({
      rest: { method: 'PUT', path, tag },
      needs: 'billing.manage',
      throttle: 'api',
    }),
    resolve: (_root, { organizationId: id, plan }, ctx) => changePlan(ctx, id, plan),
  }),
);

builder.mutationField('cancelSubscription', (t) =>
  t.field({
    type: BillingSubscription,
    description:
      'Ends the paid plan at the end of the period. CONFLICT on a plan without a price. Until then ' +
      'it can be resumed.',
    args: { organizationId: t.arg.id(idOf('organization')) },
    extensions: operation({
      rest: { method: 'POST', path: `${path}/cancel`, tag },
      needs: 'billing.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => cancelSubscription(ctx, args.organizationId),
  }),
);

builder.mutationField('resumeSubscription', (t) =>
  t.field({
    type: BillingSubscription,
    description: 'Takes a cancellation back. Without one, changes nothing.',
    args: { organizationId: t.arg.id(idOf('organization')) },
    extensions: operation({
      rest: { method: 'POST', path: `${path}/resume`, tag },
      needs: 'billing.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => resumeSubscription(ctx, args.organizationId),
  }),
);

builder.mutationField('startCheckout', (t) =>
  t.field({
    type: Checkout,
    description:
      'Opens a page of Stripe where a paid plan is begun; it counts once it is paid. The page of an ' +
      'earlier call is closed. CONFLICT where plans are paid by hand, and when one is paid through Stripe already.',
    args: {
      organizationId: t.arg.id(idOf('organization')),
      plan: t.arg({ type: PaidPlanIdEnum, required: true, description: 'The plan to begin.' }),
      returnUrl: t.arg.string(returnUrl),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/billing/organizations/:organizationId/checkout', tag },
      needs: 'billing.manage',
      throttle: 'api',
    }),
    resolve: (_root, { organizationId: id, ...args }, ctx) => startCheckout(ctx, id, args),
  }),
);

builder.mutationField('openBillingPortal', (t) =>
  t.field({
    type: BillingPortal,
    description: 'Opens the pages of Stripe for cards and bills. CONFLICT where plans are paid by hand.',
    args: { organizationId: t.arg.id(idOf('organization')), returnUrl: t.arg.string(returnUrl) },
    extensions: operation({
      rest: { method: 'POST', path: '/billing/organizations/:organizationId/portal', tag },
      needs: 'billing.manage',
      throttle: 'api',
    }),
    resolve: (_root, { organizationId: id, ...args }, ctx) => openBillingPortal(ctx, id, args),
  }),
);
