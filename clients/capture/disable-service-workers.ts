/**
 * Disables a feature of pages that a capture does not need.
 */
if ('serviceWorker' in navigator) {
  ServiceWorkerContainer.prototype.register = () =>
    Promise.reject(new DOMException('Service workers are disabled during a capture', 'SecurityError'));
}
