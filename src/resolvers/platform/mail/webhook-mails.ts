import type { IntegrationDisabledReason, WebhookDisabledReason } from '../../../generated/prisma/client.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { oneLine } from '../text/plain-text.ts';
import { mail } from './mail.ts';

const REASONS: Record<WebhookDisabledReason, string> = {
  gone: 'responded with 410 Gone, which means that it accepts no more events',
  failing: 'has failed every delivery for five days',
};

/**
 * Mail to an admin about a disabled webhook. Names only the host: paths of receivers are often
 * secret.
 */
export function webhookDisabledMail(
  to: string,
  about: { host: string; organization: string; reason: WebhookDisabledReason },
): Mail {
  return mail(to, `The webhook to ${about.host} was disabled`, [
    `A webhook of ${oneLine(about.organization)} was disabled: its receiver at ${about.host} ${REASONS[about.reason]}.`,
    'Its list of deliveries has the responses of the receiver. Repair the receiver, enable the webhook with ' +
      'PATCH /v1/webhooks/{webhookId}, then redeliver the missed events with POST /v1/webhooks/{webhookId}/redeliver.',
  ]);
}

const INTEGRATION_REASONS: Record<IntegrationDisabledReason, string> = {
  refused: 'has rejected the calls repeatedly: the token or the address is no longer valid, or has fewer permissions',
  failing: 'has failed for five days',
};

/** Mail to an admin about a disabled integration. */
export function integrationDisabledMail(
  to: string,
  about: { name: string; provider: string; organization: string; reason: IntegrationDisabledReason },
): Mail {
  const name = oneLine(about.name);
  return mail(to, `The integration ${name} was disabled`, [
    `The integration ${name} of ${oneLine(about.organization)} was disabled: ${about.provider} ${INTEGRATION_REASONS[about.reason]}.`,
    'The project settings show the last error under Integrations. Enter a valid token or address there and enable the integration ' +
      'again: everything from the last 30 days is then sent.',
  ]);
}
