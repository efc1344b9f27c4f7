import type { AppApi, Login, UiChunks } from '../contracts.ts';
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
  login: Login,
  { messages, visitor }: UiChunks,
  onChange: () => void,
): Outbox {
  const { context, onStored, refresh } = api;
  const { config, request, shadowHost, feed, emit, signal } = context;
  const post = (path: string, key: string, more: Record<string, string>, body: object) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...more },
      body: toPlainJson(body),
    });
  const createAsVisitor = (body: object, key: string) =>
    post('/annotations/public', key, { 'x-project-key': config.key }, { projectKey: config.key, ...body });
  /** Viewers, guests, and members of other projects write as visitors. */
  const create = async (body: object, key: string) => {
    const token = await login.token();
    if (!token) return createAsVisitor(body, key);
    const { projectId } = config;
    const headers = { authorization: `Bearer ${token}` };
    return post('/annotations', key, headers, { ...body, projectId, source: 'overlay' }).catch((error: unknown) => {
      if (isRequestError(error) && /40[34]/.test(`${error.status}`)) return createAsVisitor(body, key);
      throw error;
    });
  };
  return createOutbox(
    `${config.apiUrl} ${config.key}`,
    {
      async deliver({ body, replyTo }, key) {
        if (!replyTo) return create(body, key);
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
        if (!watcher) shadowHost.toast(errorLines(failure, messages, login.isMember() ? 'm' : '', true).join(' '));
      },
      onChange() {
        refresh();
        onChange();
      },
    },
    signal,
  );
}
