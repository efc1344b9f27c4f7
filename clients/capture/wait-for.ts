import { matchesIn } from './dom-access.ts';
import { roots } from './roots.ts';

/** Between two looks when nothing in the document changed: `:checked` changes without a mutation, and so do shadow trees. */
const POLL_MS = 100;

/** Waits until the document, or an open shadow tree in it, has an element that matches. */
export function waitFor(selector: string, timeoutMs: number): Promise<'found' | 'timeout' | 'invalid'> {
  const isIn = (root: Document | ShadowRoot) => matchesIn(root, selector).length > 0;
  const isAnywhere = () => roots().some(isIn);
  try {
    if (isAnywhere()) return Promise.resolve('found');
  } catch {
    return Promise.resolve('invalid');
  }
  return new Promise((resolve) => {
    const end = (result: 'found' | 'timeout') => {
      observer.disconnect();
      clearInterval(poll);
      clearTimeout(deadline);
      resolve(result);
    };
    const look = (isThere: () => boolean) => {
      if (isThere()) end('found');
    };
    const observer = new MutationObserver(() => look(() => isIn(document)));
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    const poll = setInterval(() => look(isAnywhere), POLL_MS);
    const deadline = setTimeout(() => end('timeout'), timeoutMs);
  });
}
