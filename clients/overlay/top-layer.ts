/**
 * Keeps the host above everything: native dialogs, popovers and full-screen elements live in the browser's top layer, over any
 * z-index. What is outside a modal dialog or a full-screen element cannot be clicked, and a click outside a popover closes it,
 * unless it is a manual one. So the host moves into the one that was opened last, and back.
 *
 * @param onRaised called when the host stands where it belongs
 */
export function keepOnTop(host: HTMLElement, onRaised: () => void, signal: AbortSignal): void {
  onRaised();
  if (typeof host.showPopover !== 'function') return;
  host.setAttribute('popover', 'manual');
  /** In the order in which they were opened. */
  const layers = new Set<Element>(document.querySelectorAll(LAYERS));
  const isHome = (layer: Element) => layer.isConnected && layer.matches(LAYERS) && !SHOWS_NOTHING.test(layer.localName);
  const homeNow = () => {
    for (const layer of layers) if (!isHome(layer)) layers.delete(layer);
    return [...layers].pop() ?? document.documentElement;
  };
  const enter = (layer: Element) => {
    layers.delete(layer);
    layers.add(layer);
  };
  const raise = () => {
    const home = homeNow();
    const focused = host.shadowRoot?.activeElement as HTMLElement | null | undefined;
    if (host.parentElement !== home) home.append(host);
    else if (host.matches(':popover-open')) host.hidePopover();
    host.showPopover();
    onRaised();
    focused?.focus({ preventScroll: true });
  };
  const look = () => {
    if (host.parentElement !== homeNow()) raise();
  };
  const onToggle = ({ target }: Event) => {
    if (target === host || !(target instanceof Element) || !target.matches(ON_TOP)) return look();
    enter(target);
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
  window.addEventListener('toggle', onToggle, { capture: true, signal });
  window.addEventListener('close', look, { capture: true, signal });
  for (const type of ['focusin', 'pointerdown']) window.addEventListener(type, onEntered, { capture: true, signal });
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
  signal.addEventListener('abort', () => opened.disconnect());
}

const ON_TOP = ':modal, :fullscreen, :popover-open';
/** What of that the host has to stand in. */
const LAYERS = `${ON_TOP}:not([popover=manual i])`;
/** What is put into these is not shown: over them the host can only be seen. */
const SHOWS_NOTHING = /^(video|img|canvas|i?frame|object|embed)$/;
