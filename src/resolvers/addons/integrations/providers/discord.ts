import { z } from 'zod';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { parseJson, readJson } from './api-client.ts';
import { addressInput } from './inputs.ts';
import { codeMarkdown, encodeUrl, escapeMarkdown, linkMarkdown, truncate } from './markdown.ts';
import { headingOf } from './notice-text.ts';
import type { Notice, Provider } from './provider.ts';

const LABEL = 'Discord';
/**
 * Discord's limits: title 256 characters, its URL 2,048, description 4,096, field 1,024, total
 * 6,000.
 */
const MAX_TITLE = 250;
const MAX_ADDRESS = 2_048;
const MAX_DESCRIPTION = 3_300;
const MAX_FIELD = 1_000;
const MAX_NAME = 200;
const COLOURS: Record<Notice['kind'], number> = { annotation: 0x2563eb, reply: 0x64748b, status: 0x16a34a };

const limit = z.object({ retry_after: z.number().nonnegative() });

/** Builds a message with one embed. It mentions no one, whatever the text contains. */
function discordMessage(notice: Notice) {
  const { kind, annotation, comment = annotation } = notice;
  const address = encodeUrl(annotation.pageLink);
  const page = linkMarkdown(truncate(annotation.pageUrl, MAX_NAME), annotation.pageLink);
  const fields = [
    // Links are never truncated. The title links to the page too, if its URL is short enough.
    ...(page.length <= MAX_FIELD ? [{ name: 'Page', value: page }] : []),
    { name: 'Thread', value: linkMarkdown('Open in Pinbound', annotation.appLink) },
    ...(annotation.selector ? [{ name: 'Element', value: codeMarkdown(truncate(annotation.selector, MAX_NAME)) }] : []),
  ];
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: truncate(headingOf(notice), MAX_TITLE),
        ...(address.length <= MAX_ADDRESS && { url: address }),
        description: truncateEscaped(escapeMarkdown(comment.content), MAX_DESCRIPTION),
        color: COLOURS[kind],
        ...(kind !== 'status' && { author: { name: truncate(oneLine(comment.author), MAX_NAME) } }),
        ...(annotation.pictureUrl && { image: { url: annotation.pictureUrl } }),
        fields,
      },
    ],
  };
}

/** Truncates escaped text; a backslash at the end would escape the ellipsis. */
const truncateEscaped = (text: string, max: number) => truncate(text, max).replace(/(?<!\\)((?:\\\\)*)\\…$/, '$1…');

/** Incoming webhooks of Discord. */
export const discord: Provider<Record<never, never>, { webhookUrl: string }> = {
  kind: 'channel',
  label: LABEL,
  settings: z.object({}),
  credentials: z.object({ webhookUrl: addressInput }),
  addressOf: (_settings, { webhookUrl }) => webhookUrl,
  /** The body has a more precise delay than the header. */
  classifyResponse: ({ status, body }) =>
    status === 429 ? { status, pause: limit.safeParse(parseJson(body.toString('utf8'))).data?.retry_after } : undefined,
  connect({ credentials, call }) {
    const url = new URL(credentials.webhookUrl);
    /** Posts with `wait`, without which Discord responds before it processes the message. */
    const post = async (json: object) => {
      url.searchParams.set('wait', 'true');
      readJson(LABEL, await call({ method: 'POST', url: url.href, json }), z.object({ id: z.string() }));
    };
    return {
      async check() {
        url.searchParams.delete('wait');
        const shape = z.object({ name: z.string().nullish(), channel_id: z.string() });
        const { name } = readJson(LABEL, await call({ url: url.href }), shape);
        return `The webhook ${name ? `"${truncate(oneLine(name), MAX_NAME)}" ` : ''}exists`;
      },
      post: (notice) => post(discordMessage(notice)),
    };
  },
};
