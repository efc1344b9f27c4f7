import { pageAddress } from '../../shared/page/page-address.ts';

/** Calls when the address shows another page without a reload, until the signal. */
export function watchAddress(onNavigate: () => void, signal: AbortSignal): void {
  let shown = pageAddress();
  const look = () => {
    if (shown === pageAddress()) return;
    shown = pageAddress();
    onNavigate();
  };
  // Frameworks that navigate by history.pushState are noticed by the Navigation API, or else after a click or a second.
  const modern = 'navigation' in window ? window.navigation : null;
  modern?.addEventListener('currententrychange', look, { signal });
  for (const type of ['popstate', 'hashchange']) window.addEventListener(type, look, { signal });
  if (!modern) window.addEventListener('click', () => setTimeout(look), { capture: true, signal });
  const tick = setInterval(look, 1000);
  signal.addEventListener('abort', () => clearInterval(tick));
}
