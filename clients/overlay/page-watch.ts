import { inPauses } from './timing.ts';

/** What the page does that matters to pins. */
export interface PageWatch {
  /** Something may have moved. Called often; must be cheap or throttled. */
  onLayout(): void;
  /** Elements came, went or were renamed. Called in pauses. */
  onContent(): Promise<void>;
}

/** Listens to the page without changing anything in it, until the signal. */
export function watchPage({ onLayout, onContent }: PageWatch, signal: AbortSignal): void {
  const contentSoon = inPauses(onContent, 150, signal);
  const mutations = new MutationObserver(() => {
    onLayout();
    contentSoon();
  });
  mutations.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const sizes = new ResizeObserver(onLayout);
  sizes.observe(document.documentElement);
  if (document.body) sizes.observe(document.body);

  // Captured at the window, because scroll, load and toggle do not bubble.
  for (const type of ['scroll', 'resize', 'load', 'toggle', 'transitionend', 'animationend']) {
    window.addEventListener(type, onLayout, { capture: true, passive: true, signal });
  }
  const tick = setInterval(onLayout, 1000);
  signal.addEventListener('abort', () => {
    mutations.disconnect();
    sizes.disconnect();
    clearInterval(tick);
  });
}
