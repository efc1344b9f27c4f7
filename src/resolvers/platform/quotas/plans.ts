/**
 * Metrics with a limit per plan: current counts of projects and members, monthly counts of the
 * others.
 */
export const METRICS = ['projects', 'members', 'snapshots', 'events'] as const;
export type Metric = (typeof METRICS)[number];
export type MonthlyMetric = Extract<Metric, 'snapshots' | 'events'>;
/**
 * Monthly counters. Captures that visitors cause have a counter with the limit of `snapshots`, so
 * that visitors cannot use up the members' captures.
 */
export type Counter = MonthlyMetric | 'visitor_snapshots';
export type ResourceMetric = Exclude<Metric, MonthlyMetric>;

/** Limit by metric; an unlimited plan has none. */
export type PlanLimits = Record<Metric, number>;

export interface Plan {
  name: string;
  /** Monthly price without tax, in cents of CURRENCY; 0 means no billing period and no invoices. */
  priceCents: number;
  /** Absent: unlimited. */
  limits?: PlanLimits;
}

/** ISO 4217. */
export const CURRENCY = 'EUR';

/** Plans in ascending order of price. */
export const PLANS = {
  self_hosted: { name: 'Self-hosted', priceCents: 0 },
  free: { name: 'Free', priceCents: 0, limits: { projects: 2, members: 3, snapshots: 100, events: 100_000 } },
  team: { name: 'Team', priceCents: 2_900, limits: { projects: 20, members: 25, snapshots: 5_000, events: 5_000_000 } },
  business: {
    name: 'Business',
    priceCents: 9_900,
    limits: { projects: 200, members: 250, snapshots: 50_000, events: 50_000_000 },
  },
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof PLANS;
/** Plans with a price in Stripe. */
export type PaidPlanId = 'team' | 'business';

export const PLAN_IDS = Object.keys(PLANS) as PlanId[];

/** Plan of a stored id. The plan of a newer version, found after a downgrade, is unlimited. */
export const planOf = (id: string): Plan => (Object.hasOwn(PLANS, id) ? PLANS[id as PlanId] : PLANS.self_hosted);

export const isPaid = (id: string): id is PaidPlanId => planOf(id).priceCents > 0;

export const limitOf = (id: string, metric: Metric): number | undefined => planOf(id).limits?.[metric];

/** Metric whose limit applies to a counter. */
export const metricOf = (counter: Counter): MonthlyMetric => (counter === 'visitor_snapshots' ? 'snapshots' : counter);

/** Plans without limits; their organizations need no lock. */
export const UNLIMITED: string[] = PLAN_IDS.filter((id) => planOf(id).limits === undefined);

/**
 * Whether organizations of this installation may choose a plan. If they start with a limited plan,
 * none may switch to the unlimited self-hosted plan.
 */
export const isOffered = (id: PlanId, defaultPlan: PlanId): boolean => id !== 'self_hosted' || defaultPlan === id;
