import { listen } from '../shared/listen.ts';
import { pageAddress } from '../shared/page/page-address.ts';
import { suppressErrors } from './suppress-errors.ts';

/**
 * Reports navigations of single-page applications; those of a hidden page on its next `check`.
 * Replaces no function of the page.
 */
export function onNavigation(isActive: () => boolean, onChange: () => void): { check(): void; stop(): void } {
  let shown = pageAddress();
  const check = suppressErrors(() => {
    if (shown === pageAddress() || !isActive()) return;
    shown = pageAddress();
    onChange();
  });
  const lifetime = new AbortController();
  // A variable of the page's own code may have replaced the API.
  const { navigation } = window;
  if (`${navigation}` === '[object Navigation]') listen(lifetime.signal, navigation, 'currententrychange', check);
  listen(lifetime.signal, window, 'popstate hashchange', check);
  return { check, stop: () => lifetime.abort() };
}
