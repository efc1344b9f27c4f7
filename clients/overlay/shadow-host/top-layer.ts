import { HOST_TAG } from '../../shared/page/host-tag.ts';

/**
 * Puts the host on the page and keeps it above everything: native dialogs, popovers and full-screen elements live in the browser's
 * top layer, over any z-index. What is outside a modal dialog or a full-screen element cannot be clicked, and a click outside a
 * popover closes it, unless it is a manual one. So the host moves into the one that was opened last, and back. It is a popover
 * itself as long as there is another, and no longer: pages may ask whether one is open.
 *
 * @param onRaised called when the host stands where it belongs
 */
export function keepOnTop(host: HTMLElement, shadow: ShadowRoot, onRaised: () => void, signal: AbortSignal): void {
  // Beside the body, not in it: frameworks that own the body neither find nor remove it there.
  document.documentElement.append(host);
  onRaised();
  if (typeof host.showPopover !== 'function') return;
  host.popover = 'manual';
  /** How far things in the host are scrolled: moving it takes that back, and what is in a closed dialog cannot tell. */
  const tops = new Map<Element, number>();
  shadow.addEventListener('scroll', ({ target }) => tops.set(target as Element, (target as Element).scrollTop), true);
  let isSettled = document.readyState === 'complete';
  /** In the order in which they were opened. */
  const layers = new Set<Element>(document.querySelectorAll(LAYERS));
  const isHome = (layer: Element) => layer.isConnected && layer.matches(LAYERS) && !SHOWS_NOTHING.test(layer.localName);
  const homeNow = () => {
    for (const layer of layers) if (!isHome(layer)) layers.delete(layer);
    return [...layers].pop() ?? ((!isSettled && document.body) || document.documentElement);
  };
  const isCovered = () => layers.size > 0 || document.querySelector(`${ON_TOP}:not(${HOST_TAG})`) !== null;
  const enter = (layer: Element) => {
    layers.delete(layer);
    layers.add(layer);
  };
  const raise = () => {
    const home = homeNow();
    const focused = shadow.activeElement as HTMLElement | null;
    if (host.parentElement !== home) home.append(host);
    else if (host.matches(OPEN)) host.hidePopover();
    if (isCovered()) host.showPopover();
    onRaised();
    for (const [element, top] of tops) element.scrollTop = top;
    focused?.focus({ preventScroll: true });
  };
  const look = () => {
    if (host.parentElement !== homeNow() || (host.matches(OPEN) && !isCovered())) raise();
  };
  const onToggle = ({ target }: Event) => {
    if (target === host || !(target as Element).matches?.(ON_TOP)) return look();
    enter(target as Element);
    raise();
  };
  // What opens in a shadow root is told of by nothing but the focus that it takes, or a click in it.
  const onEntered = (event: Event) => {
    for (const layer of event.composedPath().reverse()) {
      if (!(layer instanceof Element) || layers.has(layer) || !isHome(layer)) continue;
      layers.add(layer);
      for (const type of ['close', 'toggle']) layer.addEventListener(type, look, { signal });
    }
    look();
  };
  raise();
  let timer = 0;
  const settle = () => {
    timer = window.setTimeout(() => {
      // A click on what moves between press and release would be none.
      if (host.matches(':active')) return settle();
      isSettled = true;
      look();
    }, SETTLE_MS);
  };
  if (!isSettled) window.addEventListener('load', settle, { signal });
  window.addEventListener('toggle', onToggle, { capture: true, signal });
  for (const type of ['close', 'focusin', 'pointerdown'])
    window.addEventListener(type, onEntered, { capture: true, signal });
  const onFullscreen = () => {
    let full = document.fullscreenElement;
    for (let inner = full; inner; inner = inner.shadowRoot?.fullscreenElement ?? null) full = inner;
    if (full) layers.add(full);
    raise();
  };
  document.addEventListener('fullscreenchange', onFullscreen, { signal });
  // Older browsers tell of no dialog that opens; its attribute does. One that is removed takes the host along.
  const opened = new MutationObserver((changes) => {
    for (const { type, target } of changes) {
      if (type === 'attributes' && target instanceof HTMLDialogElement) enter(target);
    }
    look();
  });
  opened.observe(document, { subtree: true, childList: true, attributeFilter: ['open'] });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    opened.disconnect();
  });
}

/**
 * So long after it has loaded, a page that was made by a server has been taken over by its framework. React 18, where it takes over
 * the whole document, throws it away for an element beside the body; not for one at the end of the body.
 */
const SETTLE_MS = 3_000;
const OPEN = ':popover-open';
const ON_TOP = `:modal, :fullscreen, ${OPEN}`;
/** What of that the host has to stand in. */
const LAYERS = `${ON_TOP}:not([popover=manual i])`;
/** What is put into these is not shown: over them the host can only be seen. */
const SHOWS_NOTHING = /^(video|img|canvas|i?frame|object|embed)$/;
