import {
  type ProviderCall,
  type ProviderDouble,
  type ProviderResponse,
  startProviderDouble,
} from './provider-double.ts';

const PATH = '/services/T0001/B0001/double0123456789abcdef';

export interface ChannelDouble extends ProviderDouble {
  webhookUrl: string;
  // biome-ignore lint/suspicious/noExplicitAny: messages of two services
  messages: any[];
}

interface TextObject {
  type: string;
  text: string;
}
interface Block {
  type: string;
  text?: TextObject;
  elements?: TextObject[];
}

const isText = ({ type, text }: TextObject) =>
  ['plain_text', 'mrkdwn'].includes(type) && text.length >= 1 && text.length <= 3_000;

const isBlock = ({ type, text, elements }: Block) =>
  type === 'section' ? text !== undefined && isText(text) : type === 'context' && (elements ?? []).every(isText);

/**
 * Incoming webhooks of Slack as described in
 * docs.slack.dev/messaging/sending-messages-using-incoming-webhooks.
 */
export async function startSlackDouble(): Promise<ChannelDouble> {
  const messages: unknown[] = [];
  const server = await startProviderDouble(({ method, path, json }: ProviderCall): ProviderResponse => {
    if (method !== 'POST' || path !== PATH) return { status: 404, body: 'no_service' };
    if (!json) return { status: 400, body: 'invalid_payload' };
    if (typeof json.text !== 'string' || json.text === '') return { status: 400, body: 'no_text' };
    if (!(json.blocks ?? []).every(isBlock)) return { status: 400, body: 'invalid_blocks' };
    messages.push(json);
    return { status: 200, body: 'ok' };
  });
  return Object.assign(server, { webhookUrl: server.url + PATH, messages });
}
