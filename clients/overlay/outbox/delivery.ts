import type { Desk } from '../desk.ts';
import type { Membership } from '../membership.ts';
import { Failure } from '../service/failure.ts';
import { plainJson } from '../service/plain-json.ts';
import { failureLines } from '../words/failure-words.ts';
import type { Words } from '../words/words.ts';
import { makeOutbox, type Outbox } from './outbox.ts';

/**
 * Opens the way to the service for comments and replies. What an overlay before this one could not send is sent.
 *
 * @param onChange called when something arrived, failed or was taken back
 */
export function startSending(
  desk: Desk,
  { member, findMember }: Membership,
  words: Words,
  onChange: () => void,
): Outbox {
  const { stage, onStored, refresh } = desk;
  const { config, request, surface, feed, emit, signal } = stage;
  const createAsVisitor = (body: object, key: string) =>
    request('/annotations/public', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-project-key': config.key, 'idempotency-key': key },
      body: plainJson({ projectKey: config.key, ...body }),
    });
  return makeOutbox(
    `${config.apiUrl} ${config.key}`,
    {
      async deliver({ body, replyTo }, key) {
        const writer = await findMember();
        if (!replyTo) return writer?.create(body, key) ?? createAsVisitor(body, key);
        if (!writer) throw new Failure(403);
        return writer.reply(replyTo, body.content, key);
      },
      onArrived({ body, replyTo, watcher }, stored) {
        // A reply is seen to arrive where its thread is open.
        surface[replyTo && watcher ? 'say' : 'toast'](words.sent);
        if (replyTo) feed.reload();
        else onStored(stored, String(body.url));
      },
      onRefused({ failure, watcher }) {
        emit('failed', { status: failure instanceof Failure ? failure.status : 0 });
        if (!watcher) surface.toast(failureLines(failure, words, member() !== null, true).join(' '));
      },
      onChange() {
        refresh();
        onChange();
      },
    },
    signal,
  );
}
