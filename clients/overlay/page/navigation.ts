import { listen } from '../../shared/listen.ts';
import { pageAddress } from '../../shared/page/page-address.ts';

/**
 * Reports navigations of single-page applications until the signal aborts.
 *
 * @param onTick called every second
 */
export function observeAddress(onNavigate: () => void, onTick: () => void, signal: AbortSignal): void {
  let current = pageAddress();
  const check = () => {
    if (current === pageAddress()) return;
    current = pageAddress();
    onNavigate();
  };
  // `history.pushState` fires no event. The Navigation API reports it; without that API, a check
  // follows each click and every second.
  // A variable of the page's own code may have replaced the API.
  const { navigation } = window;
  if (`${navigation}` === '[object Navigation]') listen(signal, navigation, 'currententrychange', check);
  else listen(signal, window, 'click', () => setTimeout(check), true);
  listen(signal, window, 'popstate hashchange', check);
  const tick = setInterval(() => {
    check();
    onTick();
  }, 1000);
  signal.addEventListener('abort', () => clearInterval(tick));
}
