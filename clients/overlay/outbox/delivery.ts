import type { AppApi, Membership, UiChunks } from '../contracts.ts';
import { errorLines } from '../i18n/error-messages.ts';
import { isRecord, toPlainJson } from '../service/json.ts';
import { failedWith, isRequestError } from '../service/request-error.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/**
 * Creates the outbox that sends comments and replies to the service. It starts with what a previous
 * overlay on this page could not send.
 *
 * @param onChange called when an item was stored, failed or was discarded.
 */
export function createServiceOutbox(
  api: AppApi,
  { member, resolveMember }: Membership,
  { messages, visitor }: UiChunks,
  onChange: () => void,
): Outbox {
  const { context, onStored, refresh } = api;
  const { config, request, shadowHost, feed, emit, signal } = context;
  const createAsVisitor = (body: object, key: string) =>
    request('/annotations/public', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-project-key': config.key, 'idempotency-key': key },
      body: toPlainJson({ projectKey: config.key, ...body }),
    });
  return createOutbox(
    `${config.apiUrl} ${config.key}`,
    {
      async deliver({ body, replyTo }, key) {
        const writer = await resolveMember();
        if (!replyTo) return writer?.create(body, key) ?? createAsVisitor(body, key);
        if (writer) return writer.reply(replyTo, body.content, key);
        if (!visitor.isOwn(replyTo)) throw failedWith(403);
        const path = `/annotations/${encodeURIComponent(replyTo)}/comments`;
        return visitor.send(replyTo, path, 'POST', { content: body.content }, key);
      },
      onDelivered({ body, replyTo, watcher }, stored) {
        if (!replyTo && isRecord(stored)) visitor.keep(String(stored.id), stored.visitorToken);
        // A reply appears in its thread if that is open; otherwise a toast reports it.
        const isLost = !replyTo && !visitor.canStore();
        if (replyTo && watcher) shadowHost.announce(messages.sent);
        else shadowHost.toast(messages.sent + (isLost ? `. ${messages.unstored}` : ''));
        if (replyTo) feed.reload();
        else onStored(stored, String(body.url));
      },
      onRejected({ failure, watcher }) {
        emit('failed', { status: isRequestError(failure) ? failure.status : 0 });
        if (!watcher) shadowHost.toast(errorLines(failure, messages, member() ? 'm' : '', true).join(' '));
      },
      onChange() {
        refresh();
        onChange();
      },
    },
    signal,
  );
}
