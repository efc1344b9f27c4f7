import { z } from 'zod';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { addressInput } from './inputs.ts';
import { encodeUrl, truncate } from './markdown.ts';
import { headingOf } from './notice-text.ts';
import type { AnnotationText, Notice, Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'Slack';
/** Slack's limit of a text object in a section. Other texts are far below their limits. */
const MAX_SECTION = 3_000;
/** Leaves space for a label of 200 characters, each escaped with up to five. */
const MAX_LINK = 1_900;
const MAX_FALLBACK = 300;
const MAX_LABEL = 200;

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

const detailsOf = ({ pageUrl, pageLink, appLink, selector, pictureUrl }: AnnotationText) => [
  fits(pageLink) ? markdown(`Page: ${link(pageLink, pageUrl)}`) : plain(`Page: ${truncate(pageUrl, MAX_LABEL)}`),
  markdown(link(appLink, 'Open in Pinbound')),
  ...(selector ? [plain(`Element: ${truncate(oneLine(selector), MAX_LABEL)}`)] : []),
  // A link, because Slack rejects a message whose image it cannot load.
  ...(pictureUrl && fits(pictureUrl) ? [markdown(link(pictureUrl, 'Picture of the page'))] : []),
];

const titleOf = (url: string, heading: string) => (fits(url) ? link(url, heading) : escaped(heading));

/** Builds a Block Kit message, with a text for notifications. */
function slackMessage(notice: Notice) {
  const { annotation, comment = annotation, kind } = notice;
  const heading = headingOf(notice);
  return {
    text: escaped(truncate(`${heading}: ${oneLine(comment.content)}`, MAX_FALLBACK)),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'section', text: markdown(`*${titleOf(annotation.pageLink, heading)}*`) },
      { type: 'section', text: plain(comment.content) },
      ...(kind === 'status'
        ? []
        : [{ type: 'context', elements: [plain(`By ${truncate(oneLine(comment.author), MAX_LABEL)}`)] }]),
      { type: 'context', elements: detailsOf(annotation) },
    ],
  };
}

/** Incoming webhooks of Slack and of Mattermost, which uses the same format. */
export const slack: Provider<Record<never, never>, { webhookUrl: string }> = {
  kind: 'channel',
  label: LABEL,
  settings: z.object({}),
  credentials: z.object({ webhookUrl: addressInput }),
  addressOf: (_settings, { webhookUrl }) => webhookUrl,
  connect({ credentials, call }) {
    /** @throws ProviderError unless the response is `ok` */
    const post = async (json: object) => {
      const { status, body } = await call({ method: 'POST', url: credentials.webhookUrl, json });
      if (body.toString('utf8').trim() === 'ok') return;
      throw new ProviderError('unavailable', `${LABEL} responded with ${status}, but the body is not "ok"`, status);
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
