import { pageAddress } from '../shared/page/page-address.ts';
import { quietly } from './guard.ts';

/**
 * Says when an application shows another page without a reload: while nobody sees it, with the first look afterwards. Nothing
 * of the page is replaced to find out.
 */
export function onNavigation(isAtWork: () => boolean, tell: () => void): { look(): void; stop(): void } {
  let shown = pageAddress();
  const look = quietly(() => {
    if (shown === pageAddress() || !isAtWork()) return;
    shown = pageAddress();
    tell();
  });
  const life = new AbortController();
  const options = { signal: life.signal, passive: true };
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', look, options);
  for (const type of ['popstate', 'hashchange']) addEventListener(type, look, options);
  return { look, stop: () => life.abort() };
}
