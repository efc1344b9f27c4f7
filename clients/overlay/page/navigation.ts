import { pageAddress } from '../../shared/page/page-address.ts';

/** Reports navigations of single-page applications until the signal aborts. */
export function observeAddress(onNavigate: () => void, signal: AbortSignal): void {
  let current = pageAddress();
  const check = () => {
    if (current === pageAddress()) return;
    current = pageAddress();
    onNavigate();
  };
  // `history.pushState` fires no event. The Navigation API reports it; without that API, a check
  // follows each click and every second.
  const navigationApi: EventTarget | undefined = window.navigation;
  navigationApi?.addEventListener('currententrychange', check, { signal });
  for (const type of ['popstate', 'hashchange']) window.addEventListener(type, check, { signal });
  if (!navigationApi) window.addEventListener('click', () => setTimeout(check), { capture: true, signal });
  const tick = setInterval(check, 1000);
  signal.addEventListener('abort', () => clearInterval(tick));
}
