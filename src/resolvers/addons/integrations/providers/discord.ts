import { z } from 'zod';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { type ApiClient, parseJson, readJson } from './api-client.ts';
import {
  type ChannelCredentials,
  type ChannelSettings,
  channelCredentials,
  channelSettings,
  checkChannelConfig,
} from './channel-config.ts';
import { codeMarkdown, encodeUrl, escapeMarkdown, linkMarkdown, truncate } from './markdown.ts';
import { FILES_HEADING, filesIn, headingOf, joinLinks } from './notice-text.ts';
import {
  type AnnotationText,
  type Channel,
  matchesSearch,
  type Notice,
  type Provider,
  type TargetAccess,
  type TargetPage,
  type TargetQuery,
} from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'Discord';
const BASE_URL = 'https://discord.com/api/v10';
/** Servers per page of a list; each needs a call for its channels. */
const SERVERS = 5;
/** Channel types that accept messages: text and announcement. */
const CHANNEL_TYPES = [0, 5];
/** Also direct messages, voice channels with their chats, and threads. */
const ACCEPTING_TYPES = [...CHANNEL_TYPES, 1, 2, 3, 10, 11, 12, 13];
/**
 * Discord's limits: title 256 characters, its URL 2,048, description 4,096, field 1,024, total
 * 6,000.
 */
const MAX_TITLE = 250;
const MAX_ADDRESS = 2_048;
const MAX_DESCRIPTION = 3_300;
const MAX_FIELD = 1_000;
const MAX_NAME = 200;
const MAX_BUTTON_URL = 512;
const MAX_POST_TITLE = 100;
const COLORS: Record<Notice['kind'], number> = { annotation: 0x2563eb, reply: 0x64748b, status: 0x16a34a };

const limit = z.object({ retry_after: z.number().nonnegative() });

/** Builds a message with one embed. It mentions no one, whatever the text contains. */
function discordMessage(notice: Notice, withButtons: boolean) {
  const { kind, annotation, comment = annotation } = notice;
  const address = encodeUrl(annotation.pageLink);
  const pictureUrl = annotation.cropUrl ?? annotation.pictureUrl;
  const page = linkMarkdown(truncate(annotation.pageUrl, MAX_NAME), annotation.pageLink);
  const fields = [
    // Links are never truncated. The title links to the page too, if its URL is short enough.
    ...(page.length <= MAX_FIELD ? [{ name: 'Page', value: page }] : []),
    { name: 'Thread', value: linkMarkdown('Open in Pinbound', annotation.appLink) },
    ...(annotation.selector ? [{ name: 'Element', value: codeMarkdown(truncate(annotation.selector, MAX_NAME)) }] : []),
  ];
  const links = filesIn(notice).map(({ name, url }) => linkMarkdown(truncate(oneLine(name), MAX_NAME), url));
  if (links.length > 0) fields.push({ name: FILES_HEADING, value: joinLinks(links, MAX_FIELD) });
  return {
    allowed_mentions: { parse: [] },
    ...(withButtons && { components: linkButtons(annotation) }),
    embeds: [
      {
        title: truncate(headingOf(notice), MAX_TITLE),
        ...(address.length <= MAX_ADDRESS && { url: address }),
        description: truncateEscaped(escapeMarkdown(comment.content), MAX_DESCRIPTION),
        color: COLORS[kind],
        ...(kind !== 'status' && { author: { name: truncate(oneLine(comment.author), MAX_NAME) } }),
        ...(pictureUrl && { image: { url: pictureUrl } }),
        fields,
      },
    ],
  };
}

/** Creates the row of link buttons. Links that are too long for a button are in the embed only. */
function linkButtons({ pageLink, appLink }: AnnotationText) {
  const links = [
    { type: 2, style: 5, label: 'Open in Pinbound', url: encodeUrl(appLink) },
    { type: 2, style: 5, label: 'Show on the page', url: encodeUrl(pageLink) },
  ];
  return [{ type: 1, components: links.filter(({ url }) => url.length <= MAX_BUTTON_URL) }];
}

/** Truncates escaped text; a backslash at the end would escape the ellipsis. */
const truncateEscaped = (text: string, max: number) => truncate(text, max).replace(/(?<!\\)((?:\\\\)*)\\…$/, '$1…');

/**
 * Posts a message. Discord rejects one with a button whose URL it does not accept, for example
 * without a public host name; it is then posted without buttons.
 */
async function postNotice(notice: Notice, post: (message: object) => Promise<void>): Promise<void> {
  try {
    await post(discordMessage(notice, true));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.status !== 400) throw error;
    await post(discordMessage(notice, false));
  }
}

/** Posts to an incoming webhook. */
function connectWebhook(webhookUrl: string, call: ApiClient): Channel {
  const url = new URL(webhookUrl);
  /**
   * Posts with `wait`, without which Discord responds before it processes the message, and with
   * `with_components`, without which it ignores the buttons of webhooks that no application owns.
   */
  const post = async (json: object) => {
    url.searchParams.set('wait', 'true');
    url.searchParams.set('with_components', 'true');
    readJson(LABEL, await call({ method: 'POST', url: url.href, json }), z.object({ id: z.string() }));
  };
  /** Posts to a channel. In a forum, Discord asks for the title of a new post. */
  const postAnywhere = async (notice: Notice, json: object) => {
    try {
      await post(json);
    } catch (error) {
      if (!(error instanceof ProviderError && error.message.includes('thread_name'))) throw error;
      await post({ ...json, thread_name: truncate(headingOf(notice), MAX_POST_TITLE) });
    }
  };
  return {
    async check() {
      url.searchParams.delete('wait');
      url.searchParams.delete('with_components');
      const shape = z.object({ name: z.string().nullish(), channel_id: z.string() });
      const { name } = readJson(LABEL, await call({ url: url.href }), shape);
      return `The webhook ${name ? `"${truncate(oneLine(name), MAX_NAME)}" ` : ''}exists`;
    },
    post: (notice) => postNotice(notice, (json) => postAnywhere(notice, json)),
  };
}

const channelShape = z.object({ id: z.string(), type: z.number(), name: z.string().nullish() });
const serverShape = z.object({ id: z.string(), name: z.string() });

const botHeaders = (token: string) => ({ authorization: `Bot ${token}` });

/** Posts as a bot. */
function connectBot({ baseUrl = BASE_URL, channelId }: ChannelSettings, token: string, call: ApiClient): Channel {
  const headers = botHeaders(token);
  const url = `${baseUrl}/channels/${channelId}`;
  return {
    async check() {
      const { name, type } = readJson(LABEL, await call({ url, headers }), channelShape);
      const shown = `#${truncate(oneLine(name ?? ''), MAX_NAME)}`;
      if (!ACCEPTING_TYPES.includes(type)) {
        const message = `${shown} accepts no messages, as a forum or a category; choose a text channel or a thread`;
        throw new ProviderError('invalid', message, 400);
      }
      return `Messages go to ${shown}, if the bot may send messages there`;
    },
    post: (notice) =>
      postNotice(notice, async (json) => {
        const response = await call({ method: 'POST', url: `${url}/messages`, headers, json });
        readJson(LABEL, response, z.object({ id: z.string() }));
      }),
  };
}

/** Discord cannot search among channels. */
async function listChannels(
  { baseUrl = BASE_URL, token, call }: TargetAccess,
  query: TargetQuery,
): Promise<TargetPage> {
  const headers = botHeaders(token);
  const after = query.cursor === undefined ? '' : `&after=${encodeURIComponent(query.cursor)}`;
  const listed = await call({ url: `${baseUrl}/users/@me/guilds?limit=${SERVERS}${after}`, headers });
  const servers = readJson(LABEL, listed, z.array(serverShape));
  const targets: TargetPage['targets'] = [];
  for (const server of servers) {
    const response = await call({ url: `${baseUrl}/guilds/${server.id}/channels`, headers });
    for (const { id, type, name } of readJson(LABEL, response, z.array(channelShape))) {
      if (!CHANNEL_TYPES.includes(type) || !name || !matchesSearch(query, name)) continue;
      targets.push({ value: id, name, group: server.name, isPrivate: null, issueTypes: [] });
    }
  }
  return { targets, ...(servers.length === SERVERS && { next: servers.at(-1)?.id }) };
}

/** Bots and incoming webhooks of Discord. */
export const discord: Provider<ChannelSettings, ChannelCredentials> = {
  kind: 'channel',
  label: LABEL,
  settings: channelSettings(z.string().regex(/^\d{15,22}$/, 'must be the ID of a channel, such as 112233445566778899')),
  credentials: channelCredentials,
  checkConfig: checkChannelConfig,
  addressOf: ({ baseUrl = BASE_URL }, { webhookUrl }) => webhookUrl ?? baseUrl,
  targetSettings: ['channelId'],
  listTargets: listChannels,
  /** The body has a more precise delay than the header. */
  classifyResponse: ({ status, body }) =>
    status === 429 ? { status, pause: limit.safeParse(parseJson(body.toString('utf8'))).data?.retry_after } : undefined,
  connect: ({ settings, credentials: { webhookUrl, token = '' }, call }) =>
    webhookUrl === undefined ? connectBot(settings, token, call) : connectWebhook(webhookUrl, call),
};
