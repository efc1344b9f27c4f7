import { z } from 'zod';
import { oneLine } from '../../../text/one-line.ts';
import { addressInput } from './inputs.ts';
import { cut, encodeUrl } from './markdown.ts';
import { headingOf } from './notice-text.ts';
import type { AnnotationText, Notice, Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'Slack';
/** Slack's limit of a text object in a section; the others are far below theirs. */
const MAX_SECTION = 3_000;
/** Leaves room for a label of 200 characters, each of which may be written as five. */
const MAX_LINK = 1_900;
const MAX_FALLBACK = 300;
const MAX_LABEL = 200;

/** The three characters that mrkdwn reads. What people wrote goes into plain_text objects, which read none. */
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const link = (url: string, label: string) => `<${escaped(encodeUrl(url))}|${escaped(cut(oneLine(label), MAX_LABEL))}>`;

const plain = (text: string) => ({ type: 'plain_text', text: cut(text, MAX_SECTION), emoji: false });

/** A link is not cut: half of one leads astray. */
const fits = (url: string) => escaped(encodeUrl(url)).length <= MAX_LINK;

const markdown = (text: string) => ({ type: 'mrkdwn', text });

const detailsOf = ({ pageUrl, selector, pictureUrl }: AnnotationText) => [
  fits(pageUrl) ? markdown(`Page: ${link(pageUrl, pageUrl)}`) : plain(`Page: ${cut(pageUrl, MAX_LABEL)}`),
  ...(selector ? [plain(`Element: ${cut(oneLine(selector), MAX_LABEL)}`)] : []),
  // A link, for Slack refuses a message whose picture it cannot load.
  ...(pictureUrl && fits(pictureUrl) ? [markdown(link(pictureUrl, 'Picture of the page'))] : []),
];

const titleOf = (url: string, heading: string) => (fits(url) ? link(url, heading) : escaped(heading));

/** The message in Block Kit, with a text for notifications. */
function slackMessage(notice: Notice) {
  const { annotation, comment = annotation, kind } = notice;
  const heading = headingOf(notice);
  return {
    text: escaped(cut(`${heading}: ${oneLine(comment.content)}`, MAX_FALLBACK)),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'section', text: markdown(`*${titleOf(annotation.pageUrl, heading)}*`) },
      { type: 'section', text: plain(comment.content) },
      ...(kind === 'status'
        ? []
        : [{ type: 'context', elements: [plain(`By ${cut(oneLine(comment.author), MAX_LABEL)}`)] }]),
      { type: 'context', elements: detailsOf(annotation) },
    ],
  };
}

/** Slack's incoming webhooks, and Mattermost's, which speak the same. */
export const slack: Provider<Record<never, never>, { webhookUrl: string }> = {
  kind: 'channel',
  label: LABEL,
  settings: z.object({}),
  credentials: z.object({ webhookUrl: addressInput }),
  addressOf: (_settings, { webhookUrl }) => webhookUrl,
  connect({ credentials, call }) {
    /** A success is the text `ok`. */
    const post = async (json: object) => {
      const { status, body } = await call({ method: 'POST', url: credentials.webhookUrl, json });
      if (body.toString('utf8').trim() === 'ok') return;
      throw new ProviderError('unavailable', `${LABEL} answered ${status}, but not with "ok"`, status);
    };
    return {
      async check() {
        await post({ text: 'Pinbound is connected to this channel.' });
        return 'A message was posted to the channel';
      },
      post: (notice) => post(slackMessage(notice)),
    };
  },
};
