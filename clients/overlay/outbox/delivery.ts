import { isRecord, toPlainJson } from '../../shared/json.ts';
import { contentTypeOf } from '../attachments/own-files.ts';
import type { AppApi, Login, UiChunks } from '../contracts.ts';
import { errorLines } from '../service/error-messages.ts';
import { failedWith, isRequestError, isRetryable } from '../service/request-error.ts';
import { createOutbox, type Outbox, type PendingComment } from './outbox.ts';

type Announced = { readonly uploadUrl: string };

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
  const { config, request, fetch, shadowHost, feed, emit, signal } = context;
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
  /**
   * Attaches the files of a stored comment. A file that the service rejects is left out; a failure
   * that may disappear is thrown, and the outbox calls this again.
   */
  const attach = async (
    { files, rejectedFiles }: PendingComment,
    { id, visitorToken }: Record<string, unknown>,
    key: string,
  ) => {
    for (const [i, file] of Object.entries(files)) {
      try {
        const headers: Record<string, string> = visitorToken
          ? { 'x-visitor-token': String(visitorToken) }
          : { authorization: `Bearer ${await login.token()}` };
        const body = await file.arrayBuffer();
        const announced = { name: file.name.slice(-120), contentType: contentTypeOf(file) };
        const { uploadUrl } = (await post(`/annotations/${id}/attachments`, key + i, headers, announced)) as Announced;
        const { status } = await fetch(uploadUrl, { method: 'PUT', credentials: 'omit', body, signal }).catch(() => {
          throw failedWith(0, uploadUrl);
        });
        // 409: a former attempt has uploaded it.
        if (status >= 400 && status !== 409) throw failedWith(status);
      } catch (error) {
        if (isRetryable(error)) throw error;
        rejectedFiles.add(file.name);
      }
    }
  };
  return createOutbox(
    `${config.apiUrl} ${config.key}`,
    {
      async deliver(comment, key) {
        const { body, replyTo } = comment;
        if (!replyTo) {
          const stored = await create(body, key);
          if (isRecord(stored)) {
            visitor.keep(String(stored.id), stored.visitorToken);
            await attach(comment, stored, key);
          }
          return stored;
        }
        const path = `${encodeURIComponent(replyTo)}/comments`;
        if (!visitor.isOwn(replyTo)) {
          return post(`/annotations/public/${path}`, key, { 'x-project-key': config.key }, body);
        }
        return visitor.send(replyTo, `/annotations/${path}`, 'POST', { content: body.content }, key);
      },
      onDelivered({ body, replyTo, rejectedFiles, watcher }, stored) {
        // A reply appears in its thread if that is open; otherwise a toast reports it.
        const isLost = !replyTo && !visitor.canStore();
        if (replyTo && watcher) shadowHost.announce(messages.sent);
        else {
          const lines = [messages.sent, ...[...rejectedFiles].map((name) => `${messages.refusedRow}: ${name}`)];
          if (isLost) lines.push(messages.unstored);
          shadowHost.toast(lines.join('. '));
        }
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
