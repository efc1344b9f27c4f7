import type { listen as Listen } from '../../shared/listen.ts';
import { shadowRootOf, tagOf } from '../../shared/page/dom-access.ts';
import { documentIn } from '../../shared/page/frames.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import { throttleWork } from './scheduling.ts';

/** Callbacks for changes that affect pins. */
export interface PageObserverHandlers {
  /** Called when elements may have moved. Called often; must be cheap or throttled. */
  onLayout(): void;
  /** Called when a transition or animation starts. */
  onMotion(): void;
  /** Called, throttled, when elements were added, removed or changed. */
  onContent(): Promise<void>;
}

type Root = Document | ShadowRoot;

/**
 * Observes the page, its open shadow roots and its frames until the signal aborts. Changes nothing
 * in them.
 *
 * @returns a function that looks for what nothing reports; to be called every second
 */
export function observePage(
  { onLayout, onMotion, onContent }: PageObserverHandlers,
  listen: typeof Listen,
  signal: AbortSignal,
): () => void {
  const observed = new WeakSet<Root>();
  /** @returns true if a new root was found */
  const observe = (root: Root): boolean => {
    const isNew = !observed.has(root);
    if (isNew) {
      observed.add(root);
      mutations.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
      // Events in shadow roots and frames do not reach the window; those in imitated roots do.
      if (root !== document && !('synthetic' in root)) listenTo(root);
    }
    let hasNew = isNew;
    for (const element of root.querySelectorAll('*')) {
      const inner = tagOf(element) === HOST_TAG ? null : (shadowRootOf(element) ?? documentIn(element));
      if (inner) hasNew = observe(inner) || hasNew;
    }
    return hasNew;
  };
  // Capture, because scroll, load and toggle do not bubble.
  const listenTo = (target: EventTarget) => {
    listen(signal, target, 'scroll resize load toggle transitionend animationend', onLayout, true);
    listen(signal, target, 'transitionstart animationstart', onMotion, true);
  };
  const scheduleContentUpdate = throttleWork(
    () => {
      observe(document);
      return onContent();
    },
    150,
    signal,
  );
  const mutations = new MutationObserver(() => {
    onLayout();
    scheduleContentUpdate();
  });
  observe(document);
  const sizes = new ResizeObserver(onLayout);
  sizes.observe(document.documentElement);
  if (document.body) sizes.observe(document.body);
  listenTo(window);
  signal.addEventListener('abort', () => {
    mutations.disconnect();
    sizes.disconnect();
  });
  return () => {
    // Attaching a shadow root and loading a frame cause no mutation of the document.
    if (observe(document)) scheduleContentUpdate();
    onLayout();
  };
}
