/** What a plan bounds. Projects and members are counted as they stand; the others month by month. */
export const METRICS = ['projects', 'members', 'snapshots', 'events'] as const;
export type Metric = (typeof METRICS)[number];
export type MonthlyMetric = Extract<Metric, 'snapshots' | 'events'>;
/** What is counted month by month. Captures that visitors cause have room of their own, as much as members have for theirs. */
export type Counter = MonthlyMetric | 'visitor_snapshots';
export type StandingMetric = Exclude<Metric, MonthlyMetric>;

/** A plan without bounds has none for any metric. */
export type PlanLimits = Record<Metric, number>;

export interface Plan {
  name: string;
  /** A month, without tax, in cents of CURRENCY. 0: there is nothing to pay, hence no period and no invoice. */
  priceCents: number;
  /** Absent: unlimited. */
  limits?: PlanLimits;
}

/** ISO 4217. */
export const CURRENCY = 'EUR';

/** From the least to the most expensive. */
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
/** Plans that Stripe has a price for. */
export type PaidPlanId = 'team' | 'business';

export const PLAN_IDS = Object.keys(PLANS) as PlanId[];

/** The plan of an id that a row of ours holds. A later version's plan, met after a step back, bounds nothing. */
export const planOf = (id: string): Plan => (Object.hasOwn(PLANS, id) ? PLANS[id as PlanId] : PLANS.self_hosted);

export const isPaid = (id: string): id is PaidPlanId => planOf(id).priceCents > 0;

export const limitOf = (id: string, metric: Metric): number | undefined => planOf(id).limits?.[metric];

/** The metric whose limit bounds a counter. */
export const metricOf = (counter: Counter): MonthlyMetric => (counter === 'visitor_snapshots' ? 'snapshots' : counter);

/** Plans that bound nothing: their organizations are not locked. */
export const UNLIMITED: string[] = PLAN_IDS.filter((id) => planOf(id).limits === undefined);

/**
 * Whether an organization may choose a plan here. Where organizations begin on a plan with limits, none may lift them
 * by calling itself self-hosted.
 */
export const isOffered = (id: PlanId, defaultPlan: PlanId): boolean => id !== 'self_hosted' || defaultPlan === id;
