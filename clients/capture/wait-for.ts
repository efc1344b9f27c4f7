import { matchesIn } from './dom-access.ts';
import { documentAndShadowRoots } from './roots.ts';

/**
 * Polling interval, ms: changes of `:checked` and in shadow trees cause no mutation of the
 * document.
 */
const POLL_MS = 100;

/** Waits until an element matches, in the document or an open shadow tree. */
export function waitFor(selector: string, timeoutMs: number): Promise<'found' | 'timeout' | 'invalid'> {
  const isIn = (root: Document | ShadowRoot) => matchesIn(root, selector).length > 0;
  const isAnywhere = () => documentAndShadowRoots().some(isIn);
  try {
    if (isAnywhere()) return Promise.resolve('found');
  } catch {
    return Promise.resolve('invalid');
  }
  return new Promise((resolve) => {
    const finish = (result: 'found' | 'timeout') => {
      observer.disconnect();
      clearInterval(poll);
      clearTimeout(deadline);
      resolve(result);
    };
    const check = (isThere: () => boolean) => {
      if (isThere()) finish('found');
    };
    const observer = new MutationObserver(() => check(() => isIn(document)));
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    const poll = setInterval(() => check(isAnywhere), POLL_MS);
    const deadline = setTimeout(() => finish('timeout'), timeoutMs);
  });
}
