import type { PageMessage, PanelMessage } from '../../shared/panel-messages.ts';
import { readPageMessage } from './messages.ts';

type Hello = Extract<PageMessage, { kind: 'hello' }>;

/** The page that frames the panel. Its messages prefill and point, and change nothing. */
export interface Host {
  /** Origin that the browser reports for the page. */
  origin: string;
  hello: Hello;
  send(message: PanelMessage): void;
  /** Receives the messages after the first one. Returns a function that stops it. */
  listen(listener: (message: PageMessage) => void): () => void;
}

/**
 * Waits for the page's first message. Messages of other windows, of other origins than the first
 * one and of unknown form are ignored.
 */
export function connectHost(): Promise<Host> {
  const listeners = new Set<(message: PageMessage) => void>();
  let host: Host | undefined;
  return new Promise((resolve) => {
    window.addEventListener('message', (event) => {
      if (event.source !== window.parent || event.source === window) return;
      const message = readPageMessage(event.data);
      if (!message) return;
      const { origin } = event;
      if (host) {
        if (origin !== host.origin) return;
        for (const listener of listeners) listener(message);
        return;
      }
      if (message.kind !== 'hello') return;
      host = {
        origin,
        hello: message,
        send: (sent) => window.parent.postMessage({ panel: 'pinbound', ...sent }, origin),
        listen(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
      resolve(host);
    });
    window.parent.postMessage({ panel: 'pinbound', kind: 'ready' } satisfies PanelMessage & { panel: string }, '*');
  });
}
