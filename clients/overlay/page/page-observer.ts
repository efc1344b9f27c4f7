import { shadowOf, tagOf } from '../../shared/page/dom-access.ts';
import { documentIn } from '../../shared/page/frames.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import { inPauses } from './scheduling.ts';

/** What the page does that matters to pins. */
export interface PageWatchHandlers {
  /** Something may have moved. Called often; must be cheap or throttled. */
  onLayout(): void;
  /** Something begins to move by itself. */
  onMotion(): void;
  /** Elements came, went or were renamed. Called in pauses. */
  onContent(): Promise<void>;
}

type Root = Document | ShadowRoot;

/** Listens to the page, its open shadow roots and its frames without changing anything in them, until the signal. */
export function watchPage({ onLayout, onMotion, onContent }: PageWatchHandlers, signal: AbortSignal): void {
  const watched = new WeakSet<Root>();
  /** @returns whether there is a root that was not there before */
  const watch = (root: Root): boolean => {
    const isNew = !watched.has(root);
    if (isNew) {
      watched.add(root);
      mutations.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
      // What happens in a shadow root or a frame is not told outside.
      if (root !== document) listenTo(root);
    }
    let hasNew = isNew;
    for (const element of Array.from(root.querySelectorAll('*'))) {
      const inner = tagOf(element) === HOST_TAG ? null : (shadowOf(element) ?? documentIn(element));
      if (inner) hasNew = watch(inner) || hasNew;
    }
    return hasNew;
  };
  // Captured, because scroll, load and toggle do not bubble.
  const options = { capture: true, passive: true, signal };
  const listenTo = (target: EventTarget) => {
    for (const type of ['scroll', 'resize', 'load', 'toggle', 'transitionend', 'animationend']) {
      target.addEventListener(type, onLayout, options);
    }
    for (const type of ['transitionstart', 'animationstart']) {
      target.addEventListener(type, onMotion, options);
    }
  };
  const contentSoon = inPauses(
    () => {
      watch(document);
      return onContent();
    },
    150,
    signal,
  );
  const mutations = new MutationObserver(() => {
    onLayout();
    contentSoon();
  });
  watch(document);
  const sizes = new ResizeObserver(onLayout);
  sizes.observe(document.documentElement);
  if (document.body) sizes.observe(document.body);
  listenTo(window);
  // Neither a root that is attached late nor another page in a frame changes the document.
  const tick = setInterval(() => {
    if (watch(document)) contentSoon();
    onLayout();
  }, 1000);
  signal.addEventListener('abort', () => {
    mutations.disconnect();
    sizes.disconnect();
    clearInterval(tick);
  });
}
