/** Runs in the page's own world before its first script, in every frame: what a page in a picture has no use for. */
import { answerSession } from '../shared/session-link.ts';

if ('serviceWorker' in navigator) {
  ServiceWorkerContainer.prototype.register = () =>
    Promise.reject(new DOMException('Service workers are off while a picture is taken', 'SecurityError'));
}

// Who takes a picture is no visitor: our embed script leaves a page alone on which a collector is at work.
answerSession('capture', new AbortController().signal);
