// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { BillingUsageQuery, BillingUsageQueryVariables, BillingSubscriptionQuery, BillingSubscriptionQueryVariables, ChangePlanMutation, ChangePlanMutationVariables, CancelSubscriptionMutation, CancelSubscriptionMutationVariables, ResumeSubscriptionMutation, ResumeSubscriptionMutationVariables, StartCheckoutMutation, StartCheckoutMutationVariables, OpenBillingPortalMutation, OpenBillingPortalMutationVariables } from '../graphql-types.generated.ts';

export const BillingUsageDocument = "query BillingUsage($organizationId:ID!){billingUsage(organizationId:$organizationId){organizationId plan periodEnd projects{used limit}members{used limit}snapshots{used limit resetsAt}events{used limit resetsAt}}plans{id name priceCents currency limits{projects members snapshots events}}}" as unknown as TypedDocumentNode<BillingUsageQuery, BillingUsageQueryVariables>;

export const BillingSubscriptionDocument = "query BillingSubscription($organizationId:ID!){billingSubscription(organizationId:$organizationId){organizationId plan pendingPlan status provider currentPeriodEnd cancelAtPeriodEnd acceptsCards}invoices(organizationId:$organizationId first:100){nodes{id number status currency totalCents periodStart periodEnd createdAt pdfUrl}}}" as unknown as TypedDocumentNode<BillingSubscriptionQuery, BillingSubscriptionQueryVariables>;

export const ChangePlanDocument = "mutation ChangePlan($organizationId:ID!$plan:PlanId!){changePlan(organizationId:$organizationId plan:$plan){organizationId plan pendingPlan}}" as unknown as TypedDocumentNode<ChangePlanMutation, ChangePlanMutationVariables>;

export const CancelSubscriptionDocument = "mutation CancelSubscription($organizationId:ID!){cancelSubscription(organizationId:$organizationId){organizationId cancelAtPeriodEnd}}" as unknown as TypedDocumentNode<CancelSubscriptionMutation, CancelSubscriptionMutationVariables>;

export const ResumeSubscriptionDocument = "mutation ResumeSubscription($organizationId:ID!){resumeSubscription(organizationId:$organizationId){organizationId cancelAtPeriodEnd}}" as unknown as TypedDocumentNode<ResumeSubscriptionMutation, ResumeSubscriptionMutationVariables>;

export const StartCheckoutDocument = "mutation StartCheckout($organizationId:ID!$plan:PaidPlanId!){startCheckout(organizationId:$organizationId plan:$plan){url}}" as unknown as TypedDocumentNode<StartCheckoutMutation, StartCheckoutMutationVariables>;

export const OpenBillingPortalDocument = "mutation OpenBillingPortal($organizationId:ID!){openBillingPortal(organizationId:$organizationId){url}}" as unknown as TypedDocumentNode<OpenBillingPortalMutation, OpenBillingPortalMutationVariables>;
