import type { WebhookAttempt, WebhookDelivery } from '../generated/prisma/client.ts';

/** A delivery with its attempts, oldest first. */
export type WebhookDeliveryRecord = Omit<
  WebhookDelivery,
  'body' | 'extraAttempts' | 'leaseId' | 'leasedUntil' | 'queuedAt'
> & {
  attempts: WebhookAttempt[];
};
