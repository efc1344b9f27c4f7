import { type ProviderCall, type ProviderResponse, startProviderDouble } from './provider-double.ts';
import type { ChannelDouble } from './slack-double.ts';

const PATH = '/api/webhooks/112233445566778899/double-0123456789abcdef';

interface Embed {
  title?: string;
  url?: string;
  description?: string;
  fields?: { name: string; value: string }[];
}

const within = (text: string | undefined, max: number) => text === undefined || (text.length > 0 && text.length <= max);

const isEmbed = ({ title, url, description, fields = [] }: Embed) =>
  within(title, 256) &&
  within(url, 2_048) &&
  within(description, 4_096) &&
  fields.every(({ name, value }) => within(name, 256) && within(value, 1_024)) &&
  JSON.stringify([title, description, fields]).length <= 6_000;

/** Webhooks of Discord as described in docs.discord.com/developers/resources/webhook. */
export async function startDiscordDouble(): Promise<ChannelDouble> {
  const messages: unknown[] = [];
  const server = await startProviderDouble(({ method, path, query, json }: ProviderCall): ProviderResponse => {
    if (path !== PATH) return { status: 404, body: { message: 'Unknown Webhook', code: 10015 } };
    if (method === 'GET') return { status: 200, body: { id: '1', type: 1, name: 'Feedback', channel_id: '2' } };
    if (!json?.embeds?.length || json.embeds.length > 10 || !json.embeds.every(isEmbed)) {
      return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } };
    }
    messages.push(json);
    // Without `wait` the message is only queued.
    if (query.get('wait') !== 'true') return { status: 204 };
    return { status: 200, body: { id: String(messages.length), channel_id: '2' } };
  });
  return Object.assign(server, { webhookUrl: server.url + PATH, messages });
}
