import {
  type ProviderCall,
  type ProviderDouble,
  type ProviderResponse,
  startProviderDouble,
} from './provider-double.ts';

const PATH = '/services/T0001/B0001/double0123456789abcdef';

const TOKEN = 'xoxb-double-0123456789';

export interface ChannelDouble extends ProviderDouble {
  webhookUrl: string;
  /** Input of createIntegration for a bot. */
  bot: { baseUrl: string; token: string; channelId: string };
  /** Names of further channels that the bot can read. */
  otherChannels: string[];
  // biome-ignore lint/suspicious/noExplicitAny: messages of two services
  messages: any[];
}

interface TextObject {
  type: string;
  text: string;
}
interface Block {
  type: string;
  image_url?: string;
  alt_text?: string;
  text?: TextObject;
  elements?: (TextObject & { url?: string })[];
}

const isText = ({ type, text }: TextObject) =>
  ['plain_text', 'mrkdwn'].includes(type) && text.length >= 1 && text.length <= 3_000;

const isButton = ({ type, url }: { type: string; url?: string }) => type === 'button' && (url?.length ?? 0) <= 3_000;

const isBlock = ({ type, text, elements = [], image_url, alt_text }: Block) => {
  if (type === 'section') return text !== undefined && isText(text);
  if (type === 'image') return (image_url?.length ?? 3_001) <= 3_000 && alt_text !== undefined;
  return type === 'actions'
    ? elements.length > 0 && elements.every(isButton)
    : type === 'context' && elements.every(isText);
};

const isMessage = ({ text, blocks }: { text?: unknown; blocks?: Block[] }) =>
  typeof text === 'string' && text !== '' && (blocks ?? []).every(isBlock);

/** The Web API sends errors with 200. */
const failure = (error: string): ProviderResponse => ({ status: 200, body: { ok: false, error } });

/** Methods of the Web API: conversations.list, conversations.info and chat.postMessage. */
function webApi({ method, path, query, headers, json }: ProviderCall, double: ChannelDouble): ProviderResponse {
  if (headers.authorization !== `Bearer ${TOKEN}`) return failure('invalid_auth');
  const channels = ['feedback', ...double.otherChannels].map((name, index) => ({
    id: `C${String(index).padStart(8, '0')}`,
    name,
    is_private: index === 0,
    is_member: index === 0,
  }));
  if (path === '/api/conversations.list') {
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Math.min(1_000, Number(query.get('limit') ?? 100));
    const next_cursor = end < channels.length ? String(end) : '';
    return {
      status: 200,
      body: { ok: true, channels: channels.slice(start, end), response_metadata: { next_cursor } },
    };
  }
  const id = path === '/api/conversations.info' ? query.get('channel') : json?.channel;
  const channel = channels.find((known) => known.id === id);
  if (!channel) return failure('channel_not_found');
  if (path === '/api/conversations.info') return { status: 200, body: { ok: true, channel } };
  if (path !== '/api/chat.postMessage' || method !== 'POST') return failure('unknown_method');
  if (!channel.is_member) return failure('not_in_channel');
  if (!isMessage(json)) return failure('invalid_blocks');
  double.messages.push(json);
  return { status: 200, body: { ok: true, channel: id, ts: '1503435956.000247' } };
}

/**
 * Incoming webhooks of Slack as described in
 * docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, and methods of its Web API as
 * in docs.slack.dev/reference/methods.
 */
export async function startSlackDouble(): Promise<ChannelDouble> {
  const messages: unknown[] = [];
  const server = await startProviderDouble((call): ProviderResponse => {
    if (call.path.startsWith('/api/')) return webApi(call, double);
    const { method, path, json } = call;
    if (method !== 'POST' || path !== PATH) return { status: 404, body: 'no_service' };
    if (!json) return { status: 400, body: 'invalid_payload' };
    if (typeof json.text !== 'string' || json.text === '') return { status: 400, body: 'no_text' };
    if (!(json.blocks ?? []).every(isBlock)) return { status: 400, body: 'invalid_blocks' };
    messages.push(json);
    return { status: 200, body: 'ok' };
  });
  const double: ChannelDouble = Object.assign(server, {
    webhookUrl: server.url + PATH,
    bot: { baseUrl: `${server.url}/api`, token: TOKEN, channelId: 'C00000000' },
    otherChannels: [],
    messages,
  });
  return double;
}
