/**
 * Runs in the main world of every frame before the page's first script: disables page features that
 * a capture does not need.
 */
import { provideSession } from '../shared/session-link.ts';

if ('serviceWorker' in navigator) {
  ServiceWorkerContainer.prototype.register = () =>
    Promise.reject(new DOMException('Service workers are disabled during a capture', 'SecurityError'));
}

// A capture is not a visit: the embed script starts no collector on a page that has one already.
provideSession('capture', new AbortController().signal);
