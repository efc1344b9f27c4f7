import { listenToKeys, show } from './common.js';

listenToKeys();
// The page is shown once the worker answers all requests.
if (navigator.serviceWorker.controller) show(document.querySelector('#bakery'));
else {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  navigator.serviceWorker.register('worker.js');
}
