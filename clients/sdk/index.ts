export { createClient, type PinboundClient } from './client.ts';
export {
  ConflictError,
  ConnectionError,
  type FieldProblem,
  ForbiddenError,
  InputError,
  NotFoundError,
  PinboundError,
  ProtocolError,
  RateLimitError,
  UnauthenticatedError,
  UnavailableError,
} from './errors.ts';
export type * as Schema from './schema.generated.ts';
export type { Selected, Selection } from './selection.ts';
export type { SubscriptionOptions } from './subscription.ts';
export type { CallOptions, ClientOptions } from './transport.ts';
export type * from './webhook-events.generated.ts';
export { verifyWebhook, type WebhookRequest, WebhookSignatureError } from './webhooks.ts';
