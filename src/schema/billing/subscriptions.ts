import { SubscriptionStatus } from '../../generated/prisma/client.ts';
import { cancelSubscription, changePlan, resumeSubscription } from '../../resolvers/addons/billing/change-plan.ts';
import { getSubscription } from '../../resolvers/addons/billing/get-subscription.ts';
import { openBillingPortal, startCheckout } from '../../resolvers/addons/billing/stripe/start-checkout.ts';
import type { PlanId } from '../../resolvers/platform/quotas/plans.ts';
import { builder } from '../builder.ts';
import { addMutation, addQuery } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { BillingProviderEnum, PaidPlanIdEnum, PlanIdEnum } from './plans.ts';

const SubscriptionStatusEnum = builder.enumType('SubscriptionStatus', {
  description: 'Payment status of a subscription.',
  values: {
    [SubscriptionStatus.active]: { description: 'No payment is overdue.' },
    [SubscriptionStatus.past_due]: { description: 'A payment failed; Stripe retries. The plan remains in effect.' },
  } as const,
});

const BillingSubscription = builder.prismaObject('Subscription', {
  name: 'BillingSubscription',
  description: 'Subscription of an organization: its plan and payment method.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'UUID of the organization.' }),
    plan: t.field({
      type: PlanIdEnum,
      description: 'Current plan.',
      resolve: ({ plan }) => plan as PlanId,
    }),
    pendingPlan: t.field({
      type: PlanIdEnum,
      nullable: true,
      description: 'Cheaper plan that starts at the end of the period; null when the plan stays the same.',
      resolve: ({ pendingPlan }) => pendingPlan as PlanId | null,
    }),
    status: t.expose('status', { type: SubscriptionStatusEnum, description: 'Payment status.' }),
    provider: t.expose('provider', { type: BillingProviderEnum, description: 'Payment method.' }),
    currentPeriodStart: t.expose('currentPeriodStart', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the paid month; null for a free plan.',
    }),
    currentPeriodEnd: t.expose('currentPeriodEnd', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the next month, when the next invoice is issued; null for a free plan.',
    }),
    cancelAtPeriodEnd: t.exposeBoolean('cancelAtPeriodEnd', {
      description: 'Whether the subscription falls back to the default plan at the end of the period.',
    }),
    acceptsCards: t.boolean({
      description: 'Whether the operator has set up Stripe, so that startCheckout and openBillingPortal work.',
      resolve: (_subscription, _args, { services }) => services.stripe !== undefined,
      extensions: GRAPHQL_ONLY,
    }),
  }),
});

const Checkout = builder.objectRef<{ url: string; expiresAt: Date }>('Checkout').implement({
  description: 'A Stripe Checkout page for a paid plan.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'URL to open in the browser.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Expiration time of the page.' }),
  }),
});

const BillingPortal = builder.objectRef<{ url: string }>('BillingPortal').implement({
  description: 'A Stripe billing portal session for payment methods, invoices and cancellation.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'URL to open in the browser immediately. It can be used once.' }),
  }),
});

const returnUrl = {
  description: 'URL to which Stripe redirects the browser: http or https, at most 2 048 characters. Default: BASE_URL.',
} as const;
const tag = 'Billing';
const path = '/billing/organizations/:organizationId/subscription' as const;

addQuery('billingSubscription', {
  type: BillingSubscription,
  description: 'Subscription of an organization.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { method: 'GET', path, tag },
  needs: 'billing.manage',
  resolve: (ctx, args) => getSubscription(ctx, args.organizationId),
});

addMutation('changePlan', {
  type: BillingSubscription,
  description:
    'Changes the plan. A more expensive plan takes effect immediately, and the difference for the rest of the ' +
    'month is invoiced; a cheaper one takes effect at the end of the period. Existing data stays, even above the ' +
    'limits of the new plan. Choosing the current plan reverts a cancellation or a pending plan. CONFLICT when ' +
    'the first paid plan requires a checkout.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    plan: t.field({ type: PlanIdEnum, required: true, description: 'New plan.' }),
  })),
  rest: { method: 'PUT', path, tag },
  needs: 'billing.manage',
  resolve: (ctx, { organizationId: id, plan }) => changePlan(ctx, id, plan),
});

addMutation('cancelSubscription', {
  type: BillingSubscription,
  description:
    'Cancels the paid plan at the end of the period; it can be resumed until then. CONFLICT for a free plan.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { method: 'POST', path: `${path}/cancel`, tag },
  needs: 'billing.manage',
  resolve: (ctx, args) => cancelSubscription(ctx, args.organizationId),
});

addMutation('resumeSubscription', {
  type: BillingSubscription,
  description: 'Reverts a cancellation. Without a cancellation, the call has no effect.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { method: 'POST', path: `${path}/resume`, tag },
  needs: 'billing.manage',
  resolve: (ctx, args) => resumeSubscription(ctx, args.organizationId),
});

addMutation('startCheckout', {
  type: Checkout,
  description:
    'Opens a Stripe Checkout page for a paid plan, which starts after payment. Earlier pages expire. CONFLICT ' +
    'with manual payment, and for an organization that already pays through Stripe.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    plan: t.field({ type: PaidPlanIdEnum, required: true, description: 'Plan to subscribe to.' }),
    returnUrl: t.string(returnUrl),
  })),
  rest: { method: 'POST', path: '/billing/organizations/:organizationId/checkout', tag },
  needs: 'billing.manage',
  resolve: (ctx, { organizationId: id, ...args }) => startCheckout(ctx, id, args),
});

addMutation('openBillingPortal', {
  type: BillingPortal,
  description: 'Opens a Stripe billing portal session. CONFLICT with manual payment.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')), returnUrl: t.string(returnUrl) })),
  rest: { method: 'POST', path: '/billing/organizations/:organizationId/portal', tag },
  needs: 'billing.manage',
  resolve: (ctx, { organizationId: id, ...args }) => openBillingPortal(ctx, id, args),
});
