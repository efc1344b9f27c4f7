/** Between two looks when nothing in the document changed: a state such as `:checked` changes without a mutation. */
const POLL_MS = 100;

/** Waits until the document has an element that matches. */
export function waitFor(selector: string, timeoutMs: number): Promise<'found' | 'timeout' | 'invalid'> {
  try {
    if (document.querySelector(selector)) return Promise.resolve('found');
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
    const look = () => {
      if (document.querySelector(selector)) end('found');
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    const poll = setInterval(look, POLL_MS);
    const deadline = setTimeout(() => end('timeout'), timeoutMs);
  });
}
