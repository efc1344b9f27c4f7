import { h } from './dom.ts';
import { STYLES } from './styles.ts';

/** The one place where the overlay exists in the page. */
export interface Surface {
  /** The only node that the page's own document gets. */
  readonly host: HTMLElement;
  /** Everything visible is in here, inside an open shadow root that the page's styles do not reach. */
  readonly root: HTMLElement;
  /** The overlay's own element that has the focus. */
  focused(): Element | null;
}

/** Name of the host element. */
const HOST_TAG = 'svc-overlay';

/** Says whether an overlay is at work on this page, whichever copy of the script started it. */
export function isMounted(): boolean {
  return Array.from(document.querySelectorAll(HOST_TAG)).some((host) => host.shadowRoot);
}

/**
 * Adds the host element; the signal removes it. Hosts without a shadow root are leftovers of a page that was saved while
 * an overlay was on it, and are removed first.
 */
export function mountSurface(signal: AbortSignal): Surface {
  for (const leftover of document.querySelectorAll(HOST_TAG)) leftover.remove();
  const host = document.createElement(HOST_TAG);
  host.setAttribute('data-svc-asset', '');
  const shadow = host.attachShadow({ mode: 'open' });
  const root = h('div', { class: 'root', lang: 'en' });
  applyStyles(shadow);
  shadow.append(root);
  // Neither the page's shortcuts nor its "click outside" handlers are meant by what happens in here.
  for (const type of PRIVATE_EVENTS) host.addEventListener(type, (event) => event.stopPropagation());
  // Beside the body, not in it: frameworks that own the body neither find nor remove it there.
  document.documentElement.append(host);
  signal.addEventListener('abort', () => host.remove());
  return { host, root, focused: () => shadow.activeElement };
}

const PRIVATE_EVENTS = [
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'submit', 'copy', 'cut', 'paste'],
  ...['click', 'dblclick', 'auxclick', 'contextmenu', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
  ...['touchstart', 'touchend', 'focusin', 'focusout'],
];

/** A constructed sheet works under a content security policy that forbids inline styles; a style element does not. */
function applyStyles(shadow: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    shadow.append(h('style', {}, STYLES));
  }
}
