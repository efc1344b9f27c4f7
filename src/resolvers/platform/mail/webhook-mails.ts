import type { IntegrationDisabledReason, WebhookDisabledReason } from '../../../generated/prisma/client.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { oneLine } from '../../text/one-line.ts';
import { mail } from './mail.ts';

const REASONS: Record<WebhookDisabledReason, string> = {
  gone: 'answered 410 Gone, which means that it takes no events any more',
  failing: 'has taken no event for five days: every attempt failed',
};

/** Tells an admin that events are not sent any more. Names the host alone: paths of receivers often are secrets. */
export function webhookDisabledMail(
  to: string,
  about: { host: string; organization: string; reason: WebhookDisabledReason },
): Mail {
  return mail(to, `The webhook to ${about.host} was disabled`, [
    `A webhook of ${oneLine(about.organization)} was disabled: its receiver at ${about.host} ${REASONS[about.reason]}.`,
    'Its list of deliveries says what the receiver answered. Repair the receiver, enable the webhook with ' +
      'PATCH /v1/webhooks/{webhookId}, then deliver again what it has missed with POST /v1/webhooks/{webhookId}/redeliver.',
  ]);
}

const INTEGRATION_REASONS: Record<IntegrationDisabledReason, string> = {
  refused: 'has refused it again and again: its token or address is not valid any more, or may do less than before',
  failing: 'has taken nothing for five days: every attempt failed',
};

/** Tells an admin that nothing is sent to an integration any more. */
export function integrationDisabledMail(
  to: string,
  about: { id: string; name: string; provider: string; organization: string; reason: IntegrationDisabledReason },
): Mail {
  const name = oneLine(about.name);
  return mail(to, `The integration ${name} was disabled`, [
    `The integration ${name} of ${oneLine(about.organization)} was disabled: ${about.provider} ${INTEGRATION_REASONS[about.reason]}.`,
    `What went wrong last stands in GET /integrations/${about.id}. Give it a valid token with PATCH /integrations/${about.id} ` +
      'and {"enabled": true}: nothing of the last 30 days is lost, it is sent then.',
  ]);
}
