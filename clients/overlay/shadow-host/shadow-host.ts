import { listen } from '../../shared/listen.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import { h } from './dom.ts';
import { keepInTopLayer, type OnLost } from './top-layer.ts';

const TOAST_MS = 4_000;
/**
 * Events of the overlay that the page does not see: its shortcuts, focus traps, menus and bans of
 * copying handle them in the capture phase, and cancel the event, or close when something outside
 * of them is used.
 */
const PRIVATE_EVENTS =
  'click mousedown mouseup dblclick auxclick contextmenu pointerdown pointerup touchstart touchend dragover drop ' +
  'keydown keypress keyup beforeinput input copy cut paste focus focusin focusout blur';

/** The overlay's element in the page, with its shadow root. */
export interface ShadowHost {
  /** The only node that is added to the page's document. */
  readonly host: HTMLElement;
  /** Contains everything visible, in an open shadow root that the page's styles do not reach. */
  readonly root: HTMLElement;
  /** The focused element of the overlay; null when the focus is on the page. */
  focused(): Element | null;
  addStyles(css: string): void;
  /** Compensates the page's CSS zoom, so that a pixel in the root is a pixel of the window. */
  compensateZoom(): void;
  /**
   * Does that, and returns the style sheets: pages replace those of all shadow roots, which no
   * event reports.
   */
  restore(): void;
  /** Announces a text to screen readers only. */
  announce(text: string): void;
  /** Shows a text for a few seconds, and announces it to screen readers. */
  toast(text: string): void;
}

/** True when an overlay runs on this page, whichever copy of the script started it. */
export function isMounted(): boolean {
  return [...document.querySelectorAll(HOST_TAG)].some((host) => host.shadowRoot);
}

/**
 * Adds the host element; the signal removes it. `onLost` is called when the page does not keep it.
 * Hosts without a shadow root come from a page that
 * was saved with an overlay on it, and are removed first.
 */
export function mountShadowHost(language: string, onLost: OnLost, signal: AbortSignal): ShadowHost {
  for (const leftover of document.querySelectorAll(HOST_TAG)) leftover.remove();
  const host: HTMLElement = h(HOST_TAG as 'div', { 'data-svc-asset': '' });
  const shadow = host.attachShadow({ mode: 'open' });
  const voice = h('div', { class: 'voice', role: 'status' });
  const toast = h('div', { class: 'toast', 'aria-hidden': 'true', hidden: '' });
  let timer = 0;
  const { direction: dir } = getComputedStyle(document.body ?? document.documentElement);
  const root = h('div', { class: 'root', lang: language, dir }, voice, toast);
  shadow.append(root);
  listen(signal, window, PRIVATE_EVENTS, keepInside, true);
  const compensateZoom = () => {
    root.style.zoom = String(1 / (host.currentCSSZoom || 1));
  };
  let sheets: CSSStyleSheet[] = [];
  const restore = () => {
    compensateZoom();
    for (const sheet of sheets) {
      // Scripts that switch themes disable all sheets.
      sheet.disabled = false;
      // Another document cannot adopt them.
      const isLost = !shadow.adoptedStyleSheets.includes(sheet) && host.ownerDocument === document;
      if (isLost) shadow.adoptedStyleSheets = sheets;
    }
  };
  keepInTopLayer(host, shadow, root, restore, onLost, signal);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    host.replaceWith();
  });
  return {
    host,
    root,
    focused: () => shadow.activeElement,
    compensateZoom,
    restore,
    // Content security policies without inline styles allow constructed style sheets, but no style
    // element.
    addStyles(css) {
      try {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        sheets = shadow.adoptedStyleSheets = [...sheets, sheet];
      } catch {
        shadow.append(h('style', {}, css));
      }
    },
    announce(text) {
      voice.textContent = text;
    },
    toast(text) {
      clearTimeout(timer);
      voice.textContent = toast.textContent = text;
      toast.hidden = false;
      timer = window.setTimeout(() => {
        toast.hidden = true;
      }, TOAST_MS);
    },
  };
}

/** Returns the element that the pointer or the focus is in. */
const entered = () => document.querySelector(`${HOST_TAG}:hover`) ?? document.activeElement;

/** True for the element of the overlay, and for that of the panel. */
const isHost = (target: EventTarget | null) => (target as Element | null)?.localName === HOST_TAG;

/** True if the pointer was pressed in the overlay last. */
let isPressed = false;

/**
 * Replaces an event of the overlay by a copy that does not leave the shadow root, so that the page
 * does not see it.
 */
function keepInside(event: Event): void {
  const path = event.composedPath();
  const isOwn = path.some(isHost);
  if (event.type === 'pointerdown') isPressed = isOwn;
  // The end of a drag that began on the page.
  if (!isPressed && /[er]up$/.test(event.type)) return;
  // A focus trap takes the focus back when an element of the page loses it to the overlay. Where it
  // goes to the panel's frame, neither the element's event nor the window's says so.
  const isTrap = !isOwn && /out|blur/.test(event.type) && isHost((event as FocusEvent).relatedTarget ?? entered());
  if (!isTrap && !(isOwn && event.composed)) return;
  event.stopImmediatePropagation();
  if (isTrap) return;
  // A plain Event: the default action of a button follows from the original event.
  const copy = new Event(event.type, { bubbles: true, cancelable: true });
  // This type of event has properties that no other one has, such as the key.
  for (const name in event) if (!(name in copy)) Object.assign(copy, { [name]: event[name as keyof Event] });
  if (!path[0]?.dispatchEvent(copy)) event.preventDefault();
}
