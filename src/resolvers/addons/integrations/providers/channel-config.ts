import { z } from 'zod';
import { type FieldProblem, fieldProblem } from '../../../../errors.ts';
import { addressInput, baseUrlInput, tokenInput } from './inputs.ts';

/** Settings of a bot; an incoming webhook has none, because its URL names the channel. */
export interface ChannelSettings {
  baseUrl?: string;
  channelId?: string;
}

/** URL of an incoming webhook, or token of a bot. */
export interface ChannelCredentials {
  webhookUrl?: string;
  token?: string;
}

/** @param channelId schema of the provider's channel ids */
export const channelSettings = (channelId: z.ZodType<string>) =>
  z.object({ baseUrl: baseUrlInput.optional(), channelId: channelId.optional() });

export const channelCredentials = z.object({ webhookUrl: addressInput.optional(), token: tokenInput.optional() });

/** Requires either a webhook, or a bot with its channel. */
export function checkChannelConfig(
  { baseUrl, channelId }: ChannelSettings,
  { webhookUrl, token }: ChannelCredentials,
): FieldProblem | undefined {
  if (webhookUrl !== undefined) {
    const isAlone = [baseUrl, channelId, token].every((value) => value === undefined);
    if (isAlone) return undefined;
    const message =
      'cannot be combined with token, channelId or baseUrl; omit it for a bot, or create another integration';
    return fieldProblem('webhookUrl', message);
  }
  if (token === undefined && channelId === undefined) {
    return fieldProblem('webhookUrl', 'is required, or token and channelId of a bot', 'required');
  }
  if (token === undefined) return fieldProblem('token', 'is required with channelId', 'required');
  return channelId === undefined ? fieldProblem('channelId', 'is required with token', 'required') : undefined;
}
