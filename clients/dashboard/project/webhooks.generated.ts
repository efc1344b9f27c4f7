// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** State of a delivery. */
export type WebhookDeliveryState =
  /** The next attempt is scheduled. */
  | 'pending'
  /** The receiver responded with a 2xx status. */
  | 'delivered'
  /** All attempts failed. Another attempt must be requested. */
  | 'exhausted'
  /** The webhook was disabled before the delivery succeeded. */
  | 'cancelled';

/** Reason for the automatic disabling of a webhook. */
export type WebhookDisabledReason =
  /** The receiver responded with 410 Gone. */
  | 'gone'
  /** All attempts of five days failed. */
  | 'failing';

export type WebhookFieldsFragment = { readonly id: string, readonly projectId: string | null, readonly url: string, readonly events: ReadonlyArray<string>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: WebhookDisabledReason | null, readonly previousSecretExpiresAt: string | null, readonly createdAt: string };

export type DeliveryFieldsFragment = { readonly id: string, readonly webhookId: string, readonly eventId: string, readonly type: string, readonly state: WebhookDeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly responseStatus: number | null, readonly error: string | null, readonly createdAt: string, readonly deliveredAt: string | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly duration: number, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null }> };

export type WebhookSettingsQueryVariables = Exact<{
  organizationId: string | number;
}>;


export type WebhookSettingsQuery = { readonly webhooks: { readonly data: ReadonlyArray<{ readonly id: string, readonly projectId: string | null, readonly url: string, readonly events: ReadonlyArray<string>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: WebhookDisabledReason | null, readonly previousSecretExpiresAt: string | null, readonly createdAt: string, readonly lastDelivery: { readonly id: string, readonly state: WebhookDeliveryState, readonly createdAt: string } | null }> } | null };

export type WebhookDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookDetailQuery = { readonly webhook: { readonly id: string, readonly projectId: string | null, readonly url: string, readonly events: ReadonlyArray<string>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: WebhookDisabledReason | null, readonly previousSecretExpiresAt: string | null, readonly createdAt: string } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  id: string | number;
  state?: WebhookDeliveryState | null | undefined;
  page?: number | null | undefined;
}>;


export type WebhookDeliveriesQuery = { readonly webhookDeliveries: { readonly data: ReadonlyArray<{ readonly id: string, readonly webhookId: string, readonly eventId: string, readonly type: string, readonly state: WebhookDeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly responseStatus: number | null, readonly error: string | null, readonly createdAt: string, readonly deliveredAt: string | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly duration: number, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null }> }>, readonly pagination: { readonly total: number, readonly totalPages: number } } | null };

export type CreateWebhookMutationVariables = Exact<{
  organizationId: string | number;
  projectId?: string | number | null | undefined;
  url: string;
  events: ReadonlyArray<string> | string;
  includeInternal?: boolean | null | undefined;
}>;


export type CreateWebhookMutation = { readonly createWebhook: { readonly secret: string | null, readonly id: string, readonly projectId: string | null, readonly url: string, readonly events: ReadonlyArray<string>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: WebhookDisabledReason | null, readonly previousSecretExpiresAt: string | null, readonly createdAt: string } };

export type UpdateWebhookMutationVariables = Exact<{
  id: string | number;
  url?: string | null | undefined;
  events?: ReadonlyArray<string> | string | null | undefined;
  enabled?: boolean | null | undefined;
  includeInternal?: boolean | null | undefined;
}>;


export type UpdateWebhookMutation = { readonly updateWebhook: { readonly id: string, readonly projectId: string | null, readonly url: string, readonly events: ReadonlyArray<string>, readonly includeInternal: boolean, readonly enabled: boolean, readonly disabledReason: WebhookDisabledReason | null, readonly previousSecretExpiresAt: string | null, readonly createdAt: string } };

export type DeleteWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteWebhookMutation = { readonly deleteWebhook: { readonly id: string } };

export type TestWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type TestWebhookMutation = { readonly testWebhook: { readonly id: string, readonly webhookId: string, readonly eventId: string, readonly type: string, readonly state: WebhookDeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly responseStatus: number | null, readonly error: string | null, readonly createdAt: string, readonly deliveredAt: string | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly duration: number, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null }> } };

export type RedeliverMutationVariables = Exact<{
  id: string | number;
  deliveryId: string | number;
}>;


export type RedeliverMutation = { readonly redeliverWebhookDelivery: { readonly id: string, readonly webhookId: string, readonly eventId: string, readonly type: string, readonly state: WebhookDeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly responseStatus: number | null, readonly error: string | null, readonly createdAt: string, readonly deliveredAt: string | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly duration: number, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null }> } };

export type DeliveryChangedSubscriptionVariables = Exact<{
  webhookId: string | number;
}>;


export type DeliveryChangedSubscription = { readonly webhookDeliveryChanged: { readonly id: string, readonly webhookId: string, readonly eventId: string, readonly type: string, readonly state: WebhookDeliveryState, readonly attemptCount: number, readonly nextAttemptAt: string | null, readonly responseStatus: number | null, readonly error: string | null, readonly createdAt: string, readonly deliveredAt: string | null, readonly attempts: ReadonlyArray<{ readonly number: number, readonly startedAt: string, readonly duration: number, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null }> } };

export const WebhookSettingsDocument = "query WebhookSettings($organizationId:ID!){webhooks(organizationId:$organizationId limit:100){data{...WebhookFields lastDelivery{id state createdAt}}}}fragment WebhookFields on Webhook{id projectId url events includeInternal enabled disabledReason previousSecretExpiresAt createdAt}" as unknown as TypedDocumentNode<WebhookSettingsQuery, WebhookSettingsQueryVariables>;

export const WebhookDetailDocument = "query WebhookDetail($id:ID!){webhook(id:$id){...WebhookFields}}fragment WebhookFields on Webhook{id projectId url events includeInternal enabled disabledReason previousSecretExpiresAt createdAt}" as unknown as TypedDocumentNode<WebhookDetailQuery, WebhookDetailQueryVariables>;

export const WebhookDeliveriesDocument = "query WebhookDeliveries($id:ID!$state:WebhookDeliveryState$page:Int){webhookDeliveries(id:$id state:$state page:$page limit:20){data{...DeliveryFields}pagination{total totalPages}}}fragment DeliveryFields on WebhookDelivery{id webhookId eventId type state attemptCount nextAttemptAt responseStatus error createdAt deliveredAt attempts{number startedAt duration responseStatus responseBody error}}" as unknown as TypedDocumentNode<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;

export const CreateWebhookDocument = "mutation CreateWebhook($organizationId:ID!$projectId:ID$url:String!$events:[String!]!$includeInternal:Boolean){createWebhook(organizationId:$organizationId projectId:$projectId url:$url events:$events includeInternal:$includeInternal){...WebhookFields secret}}fragment WebhookFields on Webhook{id projectId url events includeInternal enabled disabledReason previousSecretExpiresAt createdAt}" as unknown as TypedDocumentNode<CreateWebhookMutation, CreateWebhookMutationVariables>;

export const UpdateWebhookDocument = "mutation UpdateWebhook($id:ID!$url:String$events:[String!]$enabled:Boolean$includeInternal:Boolean){updateWebhook(id:$id url:$url events:$events enabled:$enabled includeInternal:$includeInternal){...WebhookFields}}fragment WebhookFields on Webhook{id projectId url events includeInternal enabled disabledReason previousSecretExpiresAt createdAt}" as unknown as TypedDocumentNode<UpdateWebhookMutation, UpdateWebhookMutationVariables>;

export const DeleteWebhookDocument = "mutation DeleteWebhook($id:ID!){deleteWebhook(id:$id){id}}" as unknown as TypedDocumentNode<DeleteWebhookMutation, DeleteWebhookMutationVariables>;

export const TestWebhookDocument = "mutation TestWebhook($id:ID!){testWebhook(id:$id){...DeliveryFields}}fragment DeliveryFields on WebhookDelivery{id webhookId eventId type state attemptCount nextAttemptAt responseStatus error createdAt deliveredAt attempts{number startedAt duration responseStatus responseBody error}}" as unknown as TypedDocumentNode<TestWebhookMutation, TestWebhookMutationVariables>;

export const RedeliverDocument = "mutation Redeliver($id:ID!$deliveryId:ID!){redeliverWebhookDelivery(id:$id deliveryId:$deliveryId){...DeliveryFields}}fragment DeliveryFields on WebhookDelivery{id webhookId eventId type state attemptCount nextAttemptAt responseStatus error createdAt deliveredAt attempts{number startedAt duration responseStatus responseBody error}}" as unknown as TypedDocumentNode<RedeliverMutation, RedeliverMutationVariables>;

export const DeliveryChangedDocument = "subscription DeliveryChanged($webhookId:ID!){webhookDeliveryChanged(webhookId:$webhookId){...DeliveryFields}}fragment DeliveryFields on WebhookDelivery{id webhookId eventId type state attemptCount nextAttemptAt responseStatus error createdAt deliveredAt attempts{number startedAt duration responseStatus responseBody error}}" as unknown as TypedDocumentNode<DeliveryChangedSubscription, DeliveryChangedSubscriptionVariables>;
