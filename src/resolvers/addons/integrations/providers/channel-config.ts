import { z } from 'zod';
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
): string | undefined {
  if (webhookUrl !== undefined) {
    const isAlone = [baseUrl, channelId, token].every((value) => value === undefined);
    return isAlone
      ? undefined
      : 'webhookUrl: cannot be combined with token, channelId or baseUrl; omit it for a bot, or create another integration';
  }
  if (token === undefined && channelId === undefined) return 'webhookUrl: is required, or token and channelId of a bot';
  if (token === undefined) return 'token: is required with channelId';
  return channelId === undefined ? 'channelId: is required with token' : undefined;
}
