import { quietly } from './guard.ts';

/**
 * Says when an application shows another page without a reload: while nobody sees it, with the first look afterwards. Nothing
 * of the page is replaced to find out.
 */
export function onNavigation(isAtWork: () => boolean, tell: () => void): { look(): void; stop(): void } {
  let shown = address();
  const look = quietly(() => {
    if (shown === address() || !isAtWork()) return;
    shown = address();
    tell();
  });
  const life = new AbortController();
  const options = { signal: life.signal, passive: true };
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', look, options);
  for (const type of ['popstate', 'hashchange']) addEventListener(type, look, options);
  return { look, stop: () => life.abort() };
}

/** A fragment names a page only where an application keeps its route in it. */
function address(): string {
  const { href, hash } = location;
  return /^#[/!]/.test(hash) ? href : href.slice(0, href.length - hash.length);
}
