import { z } from 'zod';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { type ApiClient, type ClassifyResponse, parseJson, readJson } from './api-client.ts';
import {
  type ChannelCredentials,
  type ChannelSettings,
  channelCredentials,
  channelSettings,
  checkChannelConfig,
} from './channel-config.ts';
import { encodeUrl, truncate } from './markdown.ts';
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

const LABEL = 'Slack';
const BASE_URL = 'https://slack.com/api';
/** Channels per page of a list: Slack recommends at most 200. */
const CHANNELS = 200;
/** Slack's limit of a text object in a section. Other texts are far below their limits. */
const MAX_SECTION = 3_000;
/** Leaves space for a label of 200 characters, each escaped with up to five. */
const MAX_LINK = 1_900;
const MAX_FALLBACK = 300;
const MAX_LABEL = 200;
/** Leaves space for a heading and for the number of further files. */
const MAX_FILES = 2_800;

/**
 * Escapes the three special characters of mrkdwn. Users' texts go into plain_text objects instead.
 */
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const link = (url: string, label: string) =>
  `<${escaped(encodeUrl(url))}|${escaped(truncate(oneLine(label), MAX_LABEL))}>`;

const plain = (text: string) => ({ type: 'plain_text', text: truncate(text, MAX_SECTION), emoji: false });

/** Whether a link is short enough. Links are never truncated. */
const fits = (url: string) => escaped(encodeUrl(url)).length <= MAX_LINK;

const markdown = (text: string) => ({ type: 'mrkdwn', text });

const detailsOf = ({ pageUrl, pageLink, selector, pictureUrl }: AnnotationText) => [
  fits(pageLink) ? markdown(`Page: ${link(pageLink, pageUrl)}`) : plain(`Page: ${truncate(pageUrl, MAX_LABEL)}`),
  ...(selector ? [plain(`Element: ${truncate(oneLine(selector), MAX_LABEL)}`)] : []),
  ...(pictureUrl && fits(pictureUrl) ? [markdown(link(pictureUrl, 'Picture of the page'))] : []),
];

const titleOf = (url: string, heading: string) => (fits(url) ? link(url, heading) : escaped(heading));

/** Buttons that open a URL. Slack's limit of a URL is 3,000 characters. */
const buttonsOf = ({ pageLink, appLink }: AnnotationText) => ({
  type: 'actions',
  elements: [
    { name: 'Open in Pinbound', url: encodeUrl(appLink) },
    { name: 'Show on the page', url: encodeUrl(pageLink) },
  ]
    .filter(({ url }) => url.length <= MAX_SECTION)
    .map(({ name, url }, i) => ({ type: 'button', action_id: `open-${i}`, text: plain(name), url })),
});

/** Builds a Block Kit message, with a text for notifications. */
function slackMessage(notice: Notice, withCrop: boolean) {
  const { annotation, comment = annotation, kind } = notice;
  const heading = headingOf(notice);
  const files = joinLinks(
    filesIn(notice).map(({ name, url }) => link(url, name)),
    MAX_FILES,
  );
  return {
    text: escaped(truncate(`${heading}: ${oneLine(comment.content)}`, MAX_FALLBACK)),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'section', text: markdown(`*${titleOf(annotation.pageLink, heading)}*`) },
      { type: 'section', text: plain(comment.content) },
      ...(files ? [{ type: 'section', text: markdown(`${FILES_HEADING}: ${files}`) }] : []),
      ...(withCrop && annotation.cropUrl
        ? [{ type: 'image', image_url: annotation.cropUrl, alt_text: `Element of feedback #${annotation.number}` }]
        : []),
      ...(kind === 'status'
        ? []
        : [{ type: 'context', elements: [plain(`By ${truncate(oneLine(comment.author), MAX_LABEL)}`)] }]),
      { type: 'context', elements: detailsOf(annotation) },
      buttonsOf(annotation),
    ],
  };
}

/**
 * Posts a message. Slack rejects one whose picture it cannot load, for example because only a
 * private network reaches this service; it is then posted without the picture.
 */
async function postNotice(notice: Notice, post: (message: object) => Promise<void>): Promise<void> {
  try {
    await post(slackMessage(notice, true));
  } catch (error) {
    if (!notice.annotation.cropUrl || !(error instanceof ProviderError) || error.status !== 400) throw error;
    await post(slackMessage(notice, false));
  }
}

/** Posts to an incoming webhook. */
function connectWebhook(url: string, call: ApiClient): Channel {
  /** @throws ProviderError unless the response is `ok` */
  const post = async (json: object) => {
    const { status, body } = await call({ method: 'POST', url, json });
    if (body.toString('utf8').trim() === 'ok') return;
    throw new ProviderError('unavailable', `${LABEL} responded with ${status}, but the body is not "ok"`, status);
  };
  return {
    async check() {
      await post({ text: 'Pinbound is connected to this channel.' });
      return 'A message was posted to the channel';
    },
    post: (notice) => postNotice(notice, post),
  };
}

/** Statuses that the error codes of the Web API mean. Slack sends them with 200. */
const STATUSES: Record<string, number> = {
  not_authed: 401,
  invalid_auth: 401,
  account_inactive: 401,
  token_expired: 401,
  token_revoked: 401,
  missing_scope: 403,
  not_in_channel: 403,
  no_permission: 403,
  restricted_action: 403,
  channel_not_found: 404,
  is_archived: 410,
  ratelimited: 429,
  internal_error: 503,
  fatal_error: 503,
  service_unavailable: 503,
};

const failureShape = z.object({ ok: z.literal(false), error: z.string() });

const classifyResponse: ClassifyResponse = ({ body }) => {
  const { data } = failureShape.safeParse(parseJson(body.toString('utf8')));
  return data && { status: STATUSES[data.error] ?? 400 };
};

const channelShape = z.object({
  id: z.string(),
  name: z.string(),
  is_private: z.boolean().optional(),
  is_member: z.boolean().optional(),
});
const channelsShape = z.object({
  channels: z.array(channelShape),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Posts as a bot. */
function connectBot({ baseUrl = BASE_URL, channelId = '' }: ChannelSettings, token: string, call: ApiClient): Channel {
  const headers = bearer(token);
  return {
    async check() {
      const url = `${baseUrl}/conversations.info?channel=${channelId}`;
      const { channel } = readJson(LABEL, await call({ url, headers }), z.object({ channel: channelShape }));
      const advice = '; invite the app to the channel, unless it has the scope chat:write.public';
      return `Messages go to #${oneLine(channel.name)}${channel.is_member ? '' : advice}`;
    },
    post: (notice) =>
      postNotice(notice, async (message) => {
        const json = { channel: channelId, ...message };
        const response = await call({ method: 'POST', url: `${baseUrl}/chat.postMessage`, headers, json });
        readJson(LABEL, response, z.object({ ok: z.literal(true) }));
      }),
  };
}

async function listChannels(
  { baseUrl = BASE_URL, token, call }: TargetAccess,
  query: TargetQuery,
): Promise<TargetPage> {
  const parameters = new URLSearchParams({
    types: 'public_channel,private_channel',
    exclude_archived: 'true',
    limit: String(CHANNELS),
    ...(query.cursor !== undefined && { cursor: query.cursor }),
  });
  const response = await call({ url: `${baseUrl}/conversations.list?${parameters}`, headers: bearer(token) });
  const { channels, response_metadata } = readJson(LABEL, response, channelsShape);
  const next = response_metadata?.next_cursor;
  return {
    targets: channels
      .filter(({ name }) => matchesSearch(query, name))
      .map(({ id, name, is_private }) => ({
        value: id,
        name,
        group: null,
        isPrivate: is_private ?? null,
        issueTypes: [],
      })),
    ...(next && { next }),
  };
}

/** Bots of Slack, and incoming webhooks of Slack and of Mattermost, which uses the same format. */
export const slack: Provider<ChannelSettings, ChannelCredentials> = {
  kind: 'channel',
  label: LABEL,
  settings: channelSettings(
    z.string().regex(/^[CG][A-Z0-9]{2,20}$/, 'must be the ID of a channel, such as C0123456789'),
  ),
  credentials: channelCredentials,
  checkConfig: checkChannelConfig,
  addressOf: ({ baseUrl = BASE_URL }, { webhookUrl }) => webhookUrl ?? baseUrl,
  targetSettings: ['channelId'],
  listTargets: listChannels,
  classifyResponse,
  connect: ({ settings, credentials: { webhookUrl, token = '' }, call }) =>
    webhookUrl === undefined ? connectBot(settings, token, call) : connectWebhook(webhookUrl, call),
};
