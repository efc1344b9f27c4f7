// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Identifier of a plan. The list of plans has its limits. */
export type PlanId =
  /** Self-hosted plan. */
  | 'self_hosted'
  /** Free plan. */
  | 'free'
  /** Team plan. */
  | 'team'
  /** Business plan. */
  | 'business';

/** Identifier of a paid plan. */
export type PaidPlanId =
  /** Team plan. */
  | 'team'
  /** Business plan. */
  | 'business';

/** Payment method. */
export type BillingProvider =
  /** Manual payment: an owner marks invoices as paid. */
  | 'manual'
  /** Payment through Stripe. */
  | 'stripe';

/** Payment status of a subscription. */
export type SubscriptionStatus =
  /** No payment is overdue. */
  | 'active'
  /** A payment failed; Stripe retries. The plan remains in effect. */
  | 'past_due';

/** Status of an invoice. */
export type InvoiceStatus =
  /** Not yet issued by Stripe: without a number and subject to change. */
  | 'draft'
  /** Awaiting payment. */
  | 'open'
  /** Paid. */
  | 'paid'
  /** Canceled. The invoice keeps its number. */
  | 'void';

export type BillingUsageQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type BillingUsageQuery = { readonly billingUsage: { readonly organizationId: string, readonly plan: PlanId, readonly periodEnd: string, readonly projects: { readonly used: number, readonly limit: number | null }, readonly members: { readonly used: number, readonly limit: number | null }, readonly snapshots: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null }, readonly events: { readonly used: number, readonly limit: number | null, readonly resetsAt: string | null } } | null, readonly plans: ReadonlyArray<{ readonly id: PlanId, readonly name: string, readonly priceCents: number, readonly currency: string, readonly limits: { readonly projects: number, readonly members: number, readonly snapshots: number, readonly events: number } | null }> | null };

export type BillingSubscriptionQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type BillingSubscriptionQuery = { readonly billingSubscription: { readonly organizationId: string, readonly plan: PlanId, readonly pendingPlan: PlanId | null, readonly status: SubscriptionStatus, readonly provider: BillingProvider, readonly currentPeriodEnd: string | null, readonly cancelAtPeriodEnd: boolean, readonly acceptsCards: boolean } | null, readonly invoices: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly number: string | null, readonly status: InvoiceStatus, readonly currency: string, readonly totalCents: number, readonly periodStart: string, readonly periodEnd: string, readonly createdAt: string, readonly pdfUrl: string | null }> } | null };

export type ChangePlanMutationVariables = Exact<{
  organizationId: string | number;
  plan: PlanId;
}>;


export type ChangePlanMutation = { readonly changePlan: { readonly organizationId: string, readonly plan: PlanId, readonly pendingPlan: PlanId | null } };

export type CancelSubscriptionMutationVariables = Exact<{
  organizationId: string | number;
}>;


export type CancelSubscriptionMutation = { readonly cancelSubscription: { readonly organizationId: string, readonly cancelAtPeriodEnd: boolean } };

export type ResumeSubscriptionMutationVariables = Exact<{
  organizationId: string | number;
}>;


export type ResumeSubscriptionMutation = { readonly resumeSubscription: { readonly organizationId: string, readonly cancelAtPeriodEnd: boolean } };

export type StartCheckoutMutationVariables = Exact<{
  organizationId: string | number;
  plan: PaidPlanId;
}>;


export type StartCheckoutMutation = { readonly startCheckout: { readonly url: string } };

export type OpenBillingPortalMutationVariables = Exact<{
  organizationId: string | number;
}>;


export type OpenBillingPortalMutation = { readonly openBillingPortal: { readonly url: string } };

export const BillingUsageDocument = "query BillingUsage($organizationId:ID!){billingUsage(organizationId:$organizationId){organizationId plan periodEnd projects{used limit}members{used limit}snapshots{used limit resetsAt}events{used limit resetsAt}}plans{id name priceCents currency limits{projects members snapshots events}}}" as unknown as TypedDocumentNode<BillingUsageQuery, BillingUsageQueryVariables>;

export const BillingSubscriptionDocument = "query BillingSubscription($organizationId:ID!){billingSubscription(organizationId:$organizationId){organizationId plan pendingPlan status provider currentPeriodEnd cancelAtPeriodEnd acceptsCards}invoices(organizationId:$organizationId first:100){nodes{id number status currency totalCents periodStart periodEnd createdAt pdfUrl}}}" as unknown as TypedDocumentNode<BillingSubscriptionQuery, BillingSubscriptionQueryVariables>;

export const ChangePlanDocument = "mutation ChangePlan($organizationId:ID!$plan:PlanId!){changePlan(organizationId:$organizationId plan:$plan){organizationId plan pendingPlan}}" as unknown as TypedDocumentNode<ChangePlanMutation, ChangePlanMutationVariables>;

export const CancelSubscriptionDocument = "mutation CancelSubscription($organizationId:ID!){cancelSubscription(organizationId:$organizationId){organizationId cancelAtPeriodEnd}}" as unknown as TypedDocumentNode<CancelSubscriptionMutation, CancelSubscriptionMutationVariables>;

export const ResumeSubscriptionDocument = "mutation ResumeSubscription($organizationId:ID!){resumeSubscription(organizationId:$organizationId){organizationId cancelAtPeriodEnd}}" as unknown as TypedDocumentNode<ResumeSubscriptionMutation, ResumeSubscriptionMutationVariables>;

export const StartCheckoutDocument = "mutation StartCheckout($organizationId:ID!$plan:PaidPlanId!){startCheckout(organizationId:$organizationId plan:$plan){url}}" as unknown as TypedDocumentNode<StartCheckoutMutation, StartCheckoutMutationVariables>;

export const OpenBillingPortalDocument = "mutation OpenBillingPortal($organizationId:ID!){openBillingPortal(organizationId:$organizationId){url}}" as unknown as TypedDocumentNode<OpenBillingPortalMutation, OpenBillingPortalMutationVariables>;
