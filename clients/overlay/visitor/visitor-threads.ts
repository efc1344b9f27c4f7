import { toPlainJson } from '../../shared/json.ts';
import type { OverlayContext, VisitorThreads } from '../contracts.ts';
import type { Annotation } from '../feed/annotation.ts';
import {
  canStore,
  loadPanel,
  loadThreads,
  loadVisitor,
  savePanel,
  saveShowsResolved,
  saveThread,
  saveVisitor,
} from './storage.ts';
import styles from './visitor.css';

/** Starts what a visitor can do with the tokens of the own comments. */
export function startVisitor({ config, request, listHeaders, shadowHost }: OverlayContext): VisitorThreads {
  shadowHost.addStyles(styles);
  const updateHeaders = () => {
    const tokens = Object.values(loadThreads(config)).map(([token]) => token);
    if (tokens.length > 0) listHeaders['x-visitor-token'] = tokens.join();
  };
  updateHeaders();
  return {
    canStore,
    profile: loadVisitor,
    saveProfile: saveVisitor,
    saveShowsResolved,
    panel: () => loadPanel(config),
    savePanel: (placement) => savePanel(config, placement),
    isOwn: (id) => id in loadThreads(config),
    keep(id, token) {
      if (typeof token !== 'string') return;
      saveThread(config, id, [token, '']);
      updateHeaders();
    },
    markSeen(annotation) {
      const [token, seen] = loadThreads(config)[annotation.id] ?? [];
      const last = lastAnswer(annotation);
      if (token && seen !== undefined && last > seen) saveThread(config, annotation.id, [token, last]);
    },
    updateNews(pins, label) {
      const threads = loadThreads(config);
      let hasNews = false;
      for (const pin of pins) {
        const [, seen] = threads[pin.annotation.id] ?? [];
        pin.hasNews = seen !== undefined && lastAnswer(pin.annotation) > seen;
        hasNews ||= pin.hasNews;
      }
      return hasNews ? `. ${label}` : '';
    },
    send(id, path, method, body, idempotencyKey) {
      const [token = ''] = loadThreads(config)[id] ?? [];
      const headers = {
        'x-visitor-token': token,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      };
      return request(path, { method, headers, ...(body && { body: toPlainJson(body) }) });
    },
  };
}

/** Time of the last reply by somebody else; empty if there is none. */
function lastAnswer({ replies }: Annotation): string {
  return replies.reduce((last, { byVisitor, createdAt }) => (byVisitor || createdAt < last ? last : createdAt), '');
}
