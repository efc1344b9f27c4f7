import { BillingProvider } from '../../generated/prisma/client.ts';
import { getUsage, type MetricUsage, type Usage } from '../../resolvers/addons/billing/get-usage.ts';
import { listPlans, type OfferedPlan } from '../../resolvers/billing/list-plans.ts';
import { METRICS, type Metric, PLAN_IDS, PLANS, type PlanId } from '../../resolvers/platform/quotas/plans.ts';
import { builder } from '../builder.ts';
import { idOf } from '../id-arguments.ts';
import { operation } from '../operation.ts';

const planValues = Object.fromEntries(PLAN_IDS.map((id) => [id, { description: `The plan ${PLANS[id].name}.` }])) as {
  [Id in PlanId]: { description: string };
};

export const PlanIdEnum = builder.enumType('PlanId', {
  description: 'A plan; what it allows is in the list of plans.',
  values: planValues,
});

export const PaidPlanIdEnum = builder.enumType('PaidPlanId', {
  description: 'A plan that has a price.',
  values: { team: planValues.team, business: planValues.business },
});

export const BillingProviderEnum = builder.enumType('BillingProvider', {
  description: 'How a plan is paid.',
  values: {
    [BillingProvider.manual]: { description: 'By hand: an owner marks the invoices as paid.' },
    [BillingProvider.stripe]: { description: 'Through Stripe.' },
  } as const,
});

const METRIC_WORDS: Record<Metric, string> = {
  projects: 'Projects at a time',
  members: 'Members and open invitations at a time',
  snapshots: 'Snapshots in a calendar month, UTC',
  events: 'Collected events in a calendar month, UTC',
};

const PlanLimitsType = builder.objectRef<Record<Metric, number>>('PlanLimits').implement({
  description: 'How much a plan allows.',
  fields: (t) =>
    Object.fromEntries(
      METRICS.map((metric) => [metric, t.exposeInt(metric, { description: `${METRIC_WORDS[metric]}.` })]),
    ) as Record<Metric, ReturnType<typeof t.exposeInt>>,
});

const PlanType = builder.objectRef<OfferedPlan>('Plan').implement({
  description: 'Something an organization can have.',
  fields: (t) => ({
    id: t.expose('id', { type: PlanIdEnum, description: 'Its name in calls.' }),
    name: t.exposeString('name', { description: 'Its name for people.' }),
    priceCents: t.exposeInt('priceCents', { description: 'A month, in cents of the currency, without tax.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217, such as EUR.' }),
    limits: t.expose('limits', { type: PlanLimitsType, nullable: true, description: 'Null: no limits.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether organizations that have chosen nothing have it.' }),
  }),
});

const MetricUsageType = builder.objectRef<MetricUsage>('MetricUsage').implement({
  description: 'How much of a metric is used.',
  fields: (t) => ({
    used: t.exposeFloat('used', { description: 'A whole number.' }),
    limit: t.exposeFloat('limit', { nullable: true, description: 'A whole number; null: no limit.' }),
    resetsAt: t.expose('resetsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is counted from 0 again; null for what counts as long as it is there.',
    }),
  }),
});

const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'What an organization uses, against what its plan allows.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'The organization.' }),
    plan: t.field({ type: PlanIdEnum, description: 'Its plan now.', resolve: ({ plan }) => plan as PlanId }),
    periodStart: t.expose('periodStart', { type: 'DateTime', description: 'Begin of the calendar month, UTC.' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime', description: 'Begin of the next one.' }),
    projects: t.expose('projects', { type: MetricUsageType, description: `${METRIC_WORDS.projects}.` }),
    members: t.expose('members', { type: MetricUsageType, description: `${METRIC_WORDS.members}.` }),
    snapshots: t.expose('snapshots', { type: MetricUsageType, description: `${METRIC_WORDS.snapshots}.` }),
    events: t.expose('events', { type: MetricUsageType, description: `${METRIC_WORDS.events}.` }),
  }),
});

builder.queryField('plans', (t) =>
  t.field({
    type: [PlanType],
    description: 'The plans that are offered here, from the least to the most expensive. For everyone.',
    extensions: operation({
      rest: { method: 'GET', path: '/billing/plans', auth: 'none', tag: 'Billing' },
      throttle: 'api',
    }),
    resolve: (_root, _args, ctx) => listPlans(ctx),
  }),
);

builder.queryField('billingUsage', (t) =>
  t.field({
    type: UsageType,
    description: 'What an organization uses of its plan.',
    args: { organizationId: t.arg.id(idOf('organization')) },
    extensions: operation({
      rest: { method: 'GET', path: '/billing/organizations/:organizationId/usage', tag: 'Billing' },
      needs: 'usage.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getUsage(ctx, args.organizationId),
  }),
);
