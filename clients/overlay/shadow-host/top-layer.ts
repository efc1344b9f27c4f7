import { listen } from '../../shared/listen.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';

/**
 * Adds the host to the page and keeps it above everything. Native dialogs, popovers and full-screen
 * elements are in the browser's top layer, above any z-index. Content outside a modal dialog or a
 * full-screen element cannot be clicked, and a click outside an auto popover closes it. The host
 * therefore moves into the layer that was opened last, and back. It is a manual popover itself only
 * while another layer exists, because pages may query for open popovers.
 *
 * @param onRaised called when the host was moved or raised
 */
export function keepInTopLayer(host: HTMLElement, shadow: ShadowRoot, onRaised: () => void, signal: AbortSignal): void {
  // Next to the body, where frameworks that own the body neither find nor remove it.
  document.documentElement.append(host);
  onRaised();
  if (typeof host.showPopover !== 'function') return;
  host.popover = 'manual';
  /**
   * Scroll positions in the host: moving it resets them, and inside a closed dialog they cannot be
   * read.
   */
  const scrollTops = new Map<Element, number>();
  shadow.addEventListener(
    'scroll',
    ({ target }) => scrollTops.set(target as Element, (target as Element).scrollTop),
    true,
  );
  let isSettled = document.readyState === 'complete';
  /** In order of opening. */
  const layers = new Set<Element>(document.querySelectorAll(LAYERS));
  const canContainHost = (layer: Element) =>
    layer.isConnected && layer.matches(LAYERS) && !REPLACED_ELEMENT.test(layer.localName);
  const currentParent = () => {
    for (const layer of layers) if (!canContainHost(layer)) layers.delete(layer);
    return [...layers].pop() ?? ((!isSettled && document.body) || document.documentElement);
  };
  const isCovered = () => layers.size > 0 || document.querySelector(PAGE_LAYER) !== null;
  const addLayer = (layer: Element) => {
    layers.delete(layer);
    layers.add(layer);
  };
  const raise = () => {
    const parent = currentParent();
    const focused = shadow.activeElement as HTMLElement | null;
    if (host.parentElement !== parent) parent.append(host);
    else if (host.matches(OPEN)) host.hidePopover();
    if (isCovered()) host.showPopover();
    onRaised();
    for (const [element, top] of scrollTops) element.scrollTop = top;
    focused?.focus({ preventScroll: true });
  };
  const check = () => {
    if (host.parentElement !== currentParent() || (host.matches(OPEN) && !isCovered())) raise();
  };
  const onToggle = ({ target }: Event) => {
    if (!(target as Element).matches?.(PAGE_LAYER)) return check();
    addLayer(target as Element);
    raise();
  };
  // Layers in shadow roots fire no event outside. Focus and clicks in them reveal them.
  const onPossibleLayer = (event: Event) => {
    for (const layer of event.composedPath().reverse()) {
      if (!(layer instanceof Element) || layers.has(layer) || !canContainHost(layer)) continue;
      layers.add(layer);
      listen(signal, layer, 'close toggle', check);
    }
    check();
  };
  raise();
  let timer = 0;
  const settle = () => {
    timer = window.setTimeout(() => {
      // Moving a pressed button would cancel its click, and moving a frame would load it again.
      if (host.matches(':active') || shadow.querySelector('iframe')) return settle();
      isSettled = true;
      check();
    }, SETTLE_MS);
  };
  if (!isSettled) listen(signal, window, 'load', settle);
  listen(signal, window, 'toggle', onToggle, true);
  listen(signal, window, 'close focusin pointerdown', onPossibleLayer, true);
  const onFullscreen = () => {
    let fullscreen = document.fullscreenElement;
    for (let inner = fullscreen; inner; inner = inner.shadowRoot?.fullscreenElement ?? null) fullscreen = inner;
    if (fullscreen) layers.add(fullscreen);
    raise();
  };
  listen(signal, document, 'fullscreenchange', onFullscreen);
  // Older browsers fire no event for an opened dialog, but its attribute changes. Removing a dialog
  // removes the host inside it as well.
  const dialogObserver = new MutationObserver((changes) => {
    for (const { type, target } of changes) {
      if (type === 'attributes' && target instanceof HTMLDialogElement) addLayer(target);
    }
    check();
  });
  dialogObserver.observe(document, { subtree: true, childList: true, attributeFilter: ['open'] });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    dialogObserver.disconnect();
  });
}

/**
 * Time after the load event in which frameworks hydrate server-rendered pages, ms. React 18, when
 * it hydrates the whole document, discards it if it finds an element next to the body, but not at
 * the end of the body.
 */
const SETTLE_MS = 3_000;
const OPEN = ':popover-open';
const TOP_LAYER = `:modal,:fullscreen,${OPEN}`;
/** Top-layer elements of the page; those of the overlay are popovers. */
const PAGE_LAYER = `${TOP_LAYER}:not(${HOST_TAG})`;
/** Top-layer elements that the host has to be inside of. */
const LAYERS = `${TOP_LAYER}:not([popover=manual i])`;
/** Children of these are not rendered; the host can only be raised above them. */
const REPLACED_ELEMENT = /^(video|img|canvas|i?frame|object|embed)$/;
