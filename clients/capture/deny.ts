/** Runs in the page's own world before its first script, in every frame: what a page in a picture has no use for. */
if ('serviceWorker' in navigator) {
  ServiceWorkerContainer.prototype.register = () =>
    Promise.reject(new DOMException('Service workers are off while a picture is taken', 'SecurityError'));
}
