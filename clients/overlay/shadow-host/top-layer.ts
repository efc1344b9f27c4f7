import { listen } from '../../shared/listen.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import { h } from './dom.ts';

/**
 * Called when the page does not keep the host: `removed` when it removes it wherever it is,
 * `replaced` when `document.open()` ended the document with all its listeners.
 */
export type OnLost = (how: 'removed' | 'replaced') => void;

/**
 * Adds the host to the page and keeps it above everything. Native dialogs, popovers and full-screen
 * elements are in the browser's top layer, above any z-index. Content outside a modal dialog or a
 * full-screen element cannot be clicked, and a click outside an auto popover closes it. The host
 * therefore moves into the layer that was opened last, and back. It is a manual popover itself only
 * while another layer exists, or while an ancestor moves fixed elements, because pages may query
 * for open popovers.
 *
 * On a page whose root element is inert, only a modal dialog can be used. Unless the page shows
 * one, everything visible is in one then, in the shadow root.
 *
 * A page may also remove the host, or make it or the panel's inert as whatever is outside of its
 * dialog. A few times a second, that is undone; then again in another place after a pause, and then
 * no more: an observer of the page that does the same at once would hang the tab.
 *
 * @param root contains everything visible
 * @param onRaised called when the host was moved or raised, or lost its style sheets to another
 * document that adopted it
 */
export function keepInTopLayer(
  host: HTMLElement,
  shadow: ShadowRoot,
  root: HTMLElement,
  onRaised: () => void,
  onLost: OnLost,
  signal: AbortSignal,
): void {
  const { documentElement } = document;
  // Next to the body, where frameworks that own the body neither find nor remove it.
  documentElement.append(host);
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
  let isContained = false;
  /** In order of opening. */
  const layers = new Set<Element>(document.querySelectorAll(LAYERS));
  const canContainHost = (layer: Element) =>
    layer.isConnected && layer.matches(LAYERS) && !REPLACED_ELEMENT.test(layer.localName);
  const currentParent = () => {
    for (const layer of layers) if (!canContainHost(layer)) layers.delete(layer);
    return [...layers].pop() ?? ((!isSettled && !document.body?.inert && document.body) || document.documentElement);
  };
  const isCovered = () => isContained || layers.size > 0 || document.querySelector(PAGE_LAYER) !== null;
  const addLayer = (layer: Element) => {
    layers.delete(layer);
    layers.add(layer);
  };
  const shelter = h('dialog');
  const isPageInert = () => document.documentElement.inert && !document.querySelector(':modal');
  /** Parent that the host was given last. */
  let place: Element = documentElement;
  const raise = () => {
    place = currentParent();
    for (const hidden of document.querySelectorAll(HIDDEN_HOST)) {
      for (const name of HIDING_ATTRIBUTES) hidden.removeAttribute(name);
    }
    const focused = shadow.activeElement as HTMLElement | null;
    if (host.parentElement !== place) place.append(host);
    else if (host.matches(OPEN)) host.hidePopover();
    if (isCovered()) host.showPopover();
    shelter.close();
    if (isPageInert()) {
      shadow.append(shelter);
      shelter.append(root);
      shelter.showModal();
    } else if (shelter.isConnected) shelter.replaceWith(root);
    onRaised();
    for (const [element, top] of scrollTops) element.scrollTop = top;
    focused?.focus();
  };
  /** False after `document.open()`, which removes the listeners of the window. */
  let isHeard = true;
  listen(signal, window, PROBE, () => (isHeard = true));
  let returns = 0;
  let pauses = 0;
  const isDisplaced = () =>
    host.parentElement !== currentParent() ||
    host.matches(OPEN) !== isCovered() ||
    shelter.matches(':modal') !== isPageInert() ||
    document.querySelector(HIDDEN_HOST) !== null;
  const check = () => {
    if (!document.documentElement || !isDisplaced() || returns === MAX_RETURNS) return;
    isHeard = document.documentElement === documentElement;
    if (!isHeard) window.dispatchEvent(new Event(PROBE));
    if (!isHeard) return onLost('replaced');
    if (++returns === 1) pause = window.setTimeout(resume, PAUSE_MS);
    raise();
  };
  const resume = () => {
    // A page that only opens and closes layers does not remove the host.
    const isLost = returns === MAX_RETURNS && place === currentParent() && isDisplaced();
    returns = 0;
    pauses = isLost ? pauses + 1 : 0;
    if (pauses > MAX_PAUSES) return onLost('removed');
    if (isLost) isSettled = !isSettled;
    check();
  };
  const measure = () => {
    // An element that is fixed to the window has no offset parent.
    isContained = host.offsetParent !== null || (isContained && host.matches(OPEN));
    check();
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
    measure();
  };
  // The browser closes a dialog at the second Escape, whatever a listener prevents.
  shelter.oncancel = (event) => event.preventDefault();
  shelter.onclose = check;
  raise();
  // After the styles of the host, which fix it to the window.
  let timer = window.setTimeout(measure);
  let pause = 0;
  const settle = () => {
    timer = window.setTimeout(() => {
      // Moving a pressed button would cancel its click, and moving a frame would load it again.
      if (host.matches(':active') || shadow.querySelector('iframe')) return settle();
      isSettled = true;
      measure();
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
    for (const { attributeName, target } of changes) {
      if (attributeName === 'open' && (target as Element).localName === 'dialog') addLayer(target as Element);
    }
    check();
    if (!shadow.adoptedStyleSheets?.length) onRaised();
  });
  dialogObserver.observe(document, { subtree: true, childList: true, attributeFilter: ['open', ...HIDING_ATTRIBUTES] });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    clearTimeout(pause);
    dialogObserver.disconnect();
  });
}

/**
 * Time after the load event in which frameworks hydrate server-rendered pages, ms. React 18, when
 * it hydrates the whole document, discards it if it finds an element next to the body, but not at
 * the end of the body.
 */
const SETTLE_MS = 3_000;
const PROBE = `${HOST_TAG}-probe`;
const MAX_RETURNS = 3;
const PAUSE_MS = 1_000;
const MAX_PAUSES = 2;
/** Libraries set them on everything outside of their dialog. */
const HIDING_ATTRIBUTES = ['inert', 'aria-hidden'];
const HIDDEN_HOST = `${HOST_TAG}:is([${HIDING_ATTRIBUTES.join('],[')}])`;
const OPEN = ':popover-open';
const TOP_LAYER = `:modal,:fullscreen,${OPEN}`;
/** Top-layer elements of the page; those of the overlay are popovers. */
const PAGE_LAYER = `${TOP_LAYER}:not(${HOST_TAG})`;
/** Top-layer elements that the host has to be inside of. */
const LAYERS = `${TOP_LAYER}:not([popover=manual i])`;
/** Children of these are not rendered; the host can only be raised above them. */
const REPLACED_ELEMENT = /^(video|img|canvas|i?frame|object|embed)$/;
