import { badInput } from '../../errors.ts';

/** @throws BAD_USER_INPUT when nothing is sent to the webhook */
export function assertEnabled({ enabled }: { enabled: boolean }): void {
  if (!enabled)
    throw badInput('The webhook is disabled; enable it first (PATCH /v1/webhooks/{webhookId} {"enabled": true})');
}
