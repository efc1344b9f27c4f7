import { BillingProvider } from '../../generated/prisma/client.ts';
import { listPlans, type OfferedPlan } from '../../resolvers/addons/billing/change-plan.ts';
import { getUsage, type MetricUsage, type Usage } from '../../resolvers/addons/billing/get-usage.ts';
import { METRICS, type Metric, PLAN_IDS, PLANS, type PlanId } from '../../resolvers/platform/quotas/plans.ts';
import { builder } from '../builder.ts';
import { addQuery } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';

const planValues = Object.fromEntries(PLAN_IDS.map((id) => [id, { description: `${PLANS[id].name} plan.` }])) as {
  [Id in PlanId]: { description: string };
};

export const PlanIdEnum = builder.enumType('PlanId', {
  description: 'Identifier of a plan. The list of plans has its limits.',
  values: planValues,
});

export const PaidPlanIdEnum = builder.enumType('PaidPlanId', {
  description: 'Identifier of a paid plan.',
  values: { team: planValues.team, business: planValues.business },
});

export const BillingProviderEnum = builder.enumType('BillingProvider', {
  description: 'Payment method.',
  values: {
    [BillingProvider.manual]: { description: 'Manual payment: an owner marks invoices as paid.' },
    [BillingProvider.stripe]: { description: 'Payment through Stripe.' },
  } as const,
});

const METRIC_DESCRIPTIONS: Record<Metric, string> = {
  projects: 'Number of projects',
  members: 'Number of members and pending invitations',
  snapshots: 'Number of snapshots per calendar month, UTC',
  events: 'Number of collected events per calendar month, UTC',
};

const PlanLimitsType = builder.objectRef<Record<Metric, number>>('PlanLimits').implement({
  description: 'Limits of a plan.',
  fields: (t) =>
    Object.fromEntries(
      METRICS.map((metric) => [metric, t.exposeInt(metric, { description: `${METRIC_DESCRIPTIONS[metric]}.` })]),
    ) as Record<Metric, ReturnType<typeof t.exposeInt>>,
});

const PlanType = builder.objectRef<OfferedPlan>('Plan').implement({
  description: 'A plan that organizations can subscribe to.',
  fields: (t) => ({
    id: t.expose('id', { type: PlanIdEnum, description: 'Identifier in the API.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    priceCents: t.exposeInt('priceCents', { description: 'Price per month in cents of the currency, without tax.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217, such as EUR.' }),
    limits: t.expose('limits', {
      type: PlanLimitsType,
      nullable: true,
      description: 'Limits of the plan; null for an unlimited plan.',
    }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether this is the plan of organizations that have not chosen one.',
    }),
  }),
});

const MetricUsageType = builder.objectRef<MetricUsage>('MetricUsage').implement({
  description: 'Usage of one metric.',
  fields: (t) => ({
    used: t.exposeFloat('used', { description: 'Used amount, a whole number.' }),
    limit: t.exposeFloat('limit', { nullable: true, description: 'Limit, a whole number; null without a limit.' }),
    resetsAt: t.expose('resetsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next reset to 0; null for metrics that count existing resources.',
    }),
  }),
});

const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'Usage of an organization against the limits of its plan.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'UUID of the organization.' }),
    plan: t.field({ type: PlanIdEnum, description: 'Current plan.', resolve: ({ plan }) => plan as PlanId }),
    periodStart: t.expose('periodStart', { type: 'DateTime', description: 'Start of the calendar month, UTC.' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime', description: 'Start of the next calendar month, UTC.' }),
    projects: t.expose('projects', { type: MetricUsageType, description: `${METRIC_DESCRIPTIONS.projects}.` }),
    members: t.expose('members', { type: MetricUsageType, description: `${METRIC_DESCRIPTIONS.members}.` }),
    snapshots: t.expose('snapshots', { type: MetricUsageType, description: `${METRIC_DESCRIPTIONS.snapshots}.` }),
    events: t.expose('events', { type: MetricUsageType, description: `${METRIC_DESCRIPTIONS.events}.` }),
  }),
});

addQuery('plans', {
  type: [PlanType],
  description: 'Available plans, from the least to the most expensive. No authentication is required.',
  rest: { method: 'GET', path: '/billing/plans', auth: 'none', tag: 'Billing' },
  resolve: listPlans,
});

addQuery('billingUsage', {
  type: UsageType,
  description: 'Usage of an organization against the limits of its plan.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { method: 'GET', path: '/billing/organizations/:organizationId/usage', tag: 'Billing' },
  needs: 'usage.read',
  resolve: (ctx, args) => getUsage(ctx, args.organizationId),
});
