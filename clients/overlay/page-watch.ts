import { inPauses } from './timing.ts';

/** What the page does that matters to pins. */
export interface PageWatch {
  /** Something may have moved. Called often; must be cheap or throttled. */
  onLayout(): void;
  /** Elements came, went or were renamed. Called in pauses. */
  onContent(): Promise<void>;
  /** The address shows another page, without a reload. */
  onNavigate(): void;
}

/** Listens to the page without changing anything in it, until the signal. */
export function watchPage({ onLayout, onContent, onNavigate }: PageWatch, signal: AbortSignal): void {
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

  let shown = pageAddress();
  const lookAtAddress = () => {
    if (shown === pageAddress()) return;
    shown = pageAddress();
    onNavigate();
  };
  // Frameworks that navigate by history.pushState are noticed by the Navigation API, or else after a click or a second.
  const modern = 'navigation' in window ? window.navigation : null;
  modern?.addEventListener('currententrychange', lookAtAddress, { signal });
  for (const type of ['popstate', 'hashchange']) window.addEventListener(type, lookAtAddress, { signal });
  if (!modern) window.addEventListener('click', () => setTimeout(lookAtAddress), { capture: true, signal });
  const tick = setInterval(() => {
    lookAtAddress();
    onLayout();
  }, 1000);

  signal.addEventListener('abort', () => {
    mutations.disconnect();
    sizes.disconnect();
    clearInterval(tick);
  });
}

/** A fragment is part of the page's identity only where an application keeps its route in it (`#/cart`, `#!cart`). */
function pageAddress(): string {
  const { href, hash } = location;
  return /^#[/!]/.test(hash) ? href : href.slice(0, href.length - hash.length);
}
