import { HOST_TAG } from '../../shared/page/host-tag.ts';
import { h } from './dom.ts';
import { keepOnTop } from './top-layer.ts';

/** The one place where the overlay exists in the page. */
export interface Surface {
  /** The only node that the page's own document gets. */
  readonly host: HTMLElement;
  /** Everything visible is in here, inside an open shadow root that the page's styles do not reach. */
  readonly root: HTMLElement;
  /** The overlay's own element that has the focus. */
  focused(): Element | null;
  addStyles(css: string): void;
  /** Undoes the page's CSS zoom, so that a pixel in here is one of the window. */
  fit(): void;
  /** Says something to screen readers alone. */
  say(text: string): void;
  /** Says something for some seconds, to screen readers too. */
  toast(text: string): void;
}

/** Says whether an overlay is at work on this page, whichever copy of the script started it. */
export function isMounted(): boolean {
  return Array.from(document.querySelectorAll(HOST_TAG)).some((host) => host.shadowRoot);
}

/**
 * Adds the host element; the signal removes it. Hosts without a shadow root are leftovers of a page that was saved while
 * an overlay was on it, and are removed first.
 */
export function mountSurface(language: string, signal: AbortSignal): Surface {
  for (const leftover of document.querySelectorAll(HOST_TAG)) leftover.remove();
  const host = document.createElement(HOST_TAG);
  host.setAttribute('data-svc-asset', '');
  const shadow = host.attachShadow({ mode: 'open' });
  const voice = h('div', { class: 'voice', role: 'status' });
  const toast = h('div', { class: 'toast', 'aria-hidden': 'true', hidden: '' });
  let timer = 0;
  const dir = getComputedStyle(document.body ?? document.documentElement).direction;
  const root = h('div', { class: 'root', lang: language, dir }, voice, toast);
  shadow.append(root);
  // Neither the page's shortcuts nor its "click outside" handlers are meant by what happens in here.
  for (const type of PRIVATE_EVENTS) host.addEventListener(type, (event) => event.stopPropagation());
  for (const type of TRAPPED_EVENTS) {
    window.addEventListener(type, (event) => keepInside(event, host), { capture: true, signal });
  }
  const fit = () => {
    root.style.zoom = String(1 / (host.currentCSSZoom || 1));
  };
  keepOnTop(host, shadow, fit, signal);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    host.remove();
  });
  return {
    host,
    root,
    focused: () => shadow.activeElement,
    fit,
    addStyles: (css) => addStyles(shadow, css),
    say(text) {
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

const TOAST_MS = 7_000;

const PRIVATE_EVENTS = [
  ...['beforeinput', 'input', 'change', 'submit', 'copy', 'cut', 'paste', 'dblclick', 'auxclick', 'contextmenu'],
  ...['mouseup', 'pointerup', 'touchend'],
];

/** What shortcuts, focus traps and menus of the page listen to on the way in: they take it away from, or close at, everything outside. */
const TRAPPED_EVENTS = [
  ...['click', 'mousedown', 'touchstart', 'pointerdown', 'keydown', 'keypress', 'keyup'],
  ...['focus', 'focusin', 'focusout', 'blur'],
];
/** What is read of those. */
const COPIED = [
  ...['clientX', 'clientY', 'button', 'pointerId', 'pointerType', 'isPrimary'],
  ...['key', 'ctrlKey', 'metaKey', 'shiftKey', 'isComposing'],
];

/** Lets an event of the overlay begin in the overlay, by a copy that does not leave it: nobody outside is told. */
function keepInside(event: Event, host: Element): void {
  const path = event.composedPath();
  if (!path.includes(host) || !event.composed) return;
  event.stopImmediatePropagation();
  // Not of the class that makes a button act: the event itself does that.
  const copy = new Event(event.type, { bubbles: true, cancelable: true });
  for (const name of COPIED) Object.assign(copy, { [name]: event[name as keyof Event] });
  if (!path[0]?.dispatchEvent(copy)) event.preventDefault();
}

/** A constructed sheet works under a content security policy that forbids inline styles; a style element does not. */
function addStyles(shadow: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  } catch {
    shadow.append(h('style', {}, css));
  }
}
