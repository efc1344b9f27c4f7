import { type ProviderCall, type ProviderResponse, startProviderDouble } from './provider-double.ts';
import type { ChannelDouble } from './slack-double.ts';

const PATH = '/api/webhooks/112233445566778899/double-0123456789abcdef';

const TOKEN = 'MTA0.double.0123456789';
const CHANNEL = '1122334455667788990';
const SERVERS = [
  { id: '200000000000000001', name: 'Acme' },
  { id: '200000000000000002', name: 'Customers' },
];

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

interface Row {
  type: number;
  components: { type: number; style: number; label: string; url: string }[];
}

/** A row of one to five link buttons. */
const isRow = ({ type, components }: Row) =>
  type === 1 &&
  components.length >= 1 &&
  components.length <= 5 &&
  components.every(
    (button) => button.type === 2 && button.style === 5 && within(button.label, 80) && within(button.url, 512),
  );

// biome-ignore lint/suspicious/noExplicitAny: any body
const isMessage = (json: any) =>
  json?.embeds?.length > 0 &&
  json.embeds.length <= 10 &&
  json.embeds.every(isEmbed) &&
  (json.components ?? []).every(isRow);

/** Channel of posts, to which nobody can send a message. */
const FORUM = '400000000000000015';

/** Servers, channels and messages of a bot. */
function botApi({ method, path, query, headers, json }: ProviderCall, double: ChannelDouble): ProviderResponse {
  if (headers.authorization !== `Bot ${TOKEN}`) return { status: 401, body: { message: '401: Unauthorized', code: 0 } };
  if (path === '/api/v10/users/@me/guilds') {
    const after = query.get('after') ?? '0';
    const size = Number(query.get('limit') ?? 200);
    return { status: 200, body: SERVERS.filter(({ id }) => id > after).slice(0, size) };
  }
  const [, serverId] = /^\/api\/v10\/guilds\/(\d+)\/channels$/.exec(path) ?? [];
  if (serverId === SERVERS[1]?.id) return { status: 200, body: [] };
  if (serverId === SERVERS[0]?.id) {
    const others = double.otherChannels.map((name, index) => ({ id: `30000000000000${index + 1000}`, type: 0, name }));
    const voice = { id: '400000000000000001', type: 2, name: 'Voice' };
    return { status: 200, body: [voice, { id: CHANNEL, type: 0, name: 'feedback' }, ...others] };
  }
  if (path === `/api/v10/channels/${FORUM}`) return { status: 200, body: { id: FORUM, type: 15, name: 'ideas' } };
  if (!path.startsWith(`/api/v10/channels/${CHANNEL}`)) {
    return { status: 404, body: { message: 'Unknown Channel', code: 10003 } };
  }
  if (method === 'GET') return { status: 200, body: { id: CHANNEL, type: 0, name: 'feedback' } };
  if (!isMessage(json)) return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } };
  double.messages.push(json);
  return { status: 200, body: { id: String(double.messages.length), channel_id: CHANNEL } };
}

/**
 * Webhooks of Discord as described in docs.discord.com/developers/resources/webhook, and its API
 * for bots as in /resources/user, /resources/guild and /resources/message.
 */
export async function startDiscordDouble(): Promise<ChannelDouble> {
  const messages: unknown[] = [];
  const server = await startProviderDouble((call): ProviderResponse => {
    if (call.path.startsWith('/api/v10/')) return botApi(call, double);
    const { method, path, query, json } = call;
    if (path !== PATH) return { status: 404, body: { message: 'Unknown Webhook', code: 10015 } };
    if (method === 'GET') return { status: 200, body: { id: '1', type: 1, name: 'Feedback', channel_id: '2' } };
    if (!isMessage(json)) return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } };
    // Components of a webhook that no application owns are ignored without the parameter.
    const { components, ...message } = json;
    messages.push(query.get('with_components') === 'true' ? json : message);
    // Without `wait` the message is only queued.
    if (query.get('wait') !== 'true') return { status: 204 };
    return { status: 200, body: { id: String(messages.length), channel_id: '2' } };
  });
  const double: ChannelDouble = Object.assign(server, {
    webhookUrl: server.url + PATH,
    bot: { baseUrl: `${server.url}/api/v10`, token: TOKEN, channelId: CHANNEL },
    otherChannels: [],
    messages,
  });
  return double;
}
