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
  const options = { signal: lifetime.signal, passive: true };
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', check, options);
  for (const type of ['popstate', 'hashchange']) addEventListener(type, check, options);
  return { check, stop: () => lifetime.abort() };
}
