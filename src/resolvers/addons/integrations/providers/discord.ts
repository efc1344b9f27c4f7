import { z } from 'zod';
import { oneLine } from '../../../text/one-line.ts';
import { parseJson, readJson } from './api-client.ts';
import { addressInput } from './inputs.ts';
import { codeMarkdown, cut, encodeUrl, escapeMarkdown, linkMarkdown } from './markdown.ts';
import { headingOf } from './notice-text.ts';
import type { Notice, Provider } from './provider.ts';

const LABEL = 'Discord';
/** Discord's limits are 256 of a title, 2 048 of its address, 4 096 of a description, 1 024 of a field, 6 000 in all. */
const MAX_TITLE = 250;
const MAX_ADDRESS = 2_048;
const MAX_DESCRIPTION = 3_500;
const MAX_FIELD = 1_000;
const MAX_NAME = 200;
const COLOURS: Record<Notice['kind'], number> = { annotation: 0x2563eb, reply: 0x64748b, status: 0x16a34a };

const limit = z.object({ retry_after: z.number().nonnegative() });

/** One embed. Nobody is pinged, whatever the text says. */
function discordMessage(notice: Notice) {
  const { kind, annotation, comment = annotation } = notice;
  const address = encodeUrl(annotation.pageUrl);
  const page = linkMarkdown(cut(annotation.pageUrl, MAX_NAME), annotation.pageUrl);
  const fields = [
    // A link is not cut: half of one leads astray. The title leads there too, if it can.
    ...(page.length <= MAX_FIELD ? [{ name: 'Page', value: page }] : []),
    ...(annotation.selector ? [{ name: 'Element', value: codeMarkdown(cut(annotation.selector, MAX_NAME)) }] : []),
  ];
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cut(headingOf(notice), MAX_TITLE),
        ...(address.length <= MAX_ADDRESS && { url: address }),
        description: cutEscaped(escapeMarkdown(comment.content), MAX_DESCRIPTION),
        color: COLOURS[kind],
        ...(kind !== 'status' && { author: { name: cut(oneLine(comment.author), MAX_NAME) } }),
        ...(annotation.pictureUrl && { image: { url: annotation.pictureUrl } }),
        fields,
      },
    ],
  };
}

/** A cut between a backslash and what it escapes would escape the dots. */
const cutEscaped = (text: string, max: number) => cut(text, max).replace(/(?<!\\)((?:\\\\)*)\\…$/, '$1…');

/** Discord's incoming webhooks. */
export const discord: Provider<Record<never, never>, { webhookUrl: string }> = {
  kind: 'channel',
  label: LABEL,
  settings: z.object({}),
  credentials: z.object({ webhookUrl: addressInput }),
  addressOf: (_settings, { webhookUrl }) => webhookUrl,
  /** The body says it more exactly than the header. */
  judge: ({ status, body }) =>
    status === 429 ? { status, pause: limit.safeParse(parseJson(body.toString('utf8'))).data?.retry_after } : undefined,
  connect({ credentials, call }) {
    const url = new URL(credentials.webhookUrl);
    /** Waits for the message: without it, Discord answers before it knows. */
    const post = async (json: object) => {
      url.searchParams.set('wait', 'true');
      readJson(LABEL, await call({ method: 'POST', url: url.href, json }), z.object({ id: z.string() }));
    };
    return {
      async check() {
        url.searchParams.delete('wait');
        const shape = z.object({ name: z.string().nullish(), channel_id: z.string() });
        const { name } = readJson(LABEL, await call({ url: url.href }), shape);
        return `The webhook ${name ? `"${cut(oneLine(name), MAX_NAME)}" ` : ''}is there`;
      },
      post: (notice) => post(discordMessage(notice)),
    };
  },
};
