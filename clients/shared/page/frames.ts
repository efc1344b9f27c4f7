import { ask, DOCUMENT, documentOf, FRAGMENT, kindOf, parentOf, slotOf, tagOf } from './dom-access.ts';
/** What holds an element on the screen: the next one out, through slots, shadow roots and frames of the page's own origin. */
export function holderOf(element: Element): Element | null {
  return slotOf(element) ?? parentOf(element) ?? hostOf(ask(element, 'getRootNode'));
}

function hostOf(root: Node): Element | null {
  const kind = kindOf(root);
  if (kind === DOCUMENT) return frameOf(root as Document);
  return kind === FRAGMENT && 'host' in root ? (root as ShadowRoot).host : null;
}

/** The frame that shows a document; null for the document that this script runs in. */
function frameOf(shown: Document): Element | null {
  return shown === document ? null : (shown.defaultView?.frameElement ?? null);
}

/** The document in a frame; null for other elements, and when it is another origin's. */
export function documentIn(element: Element): Document | null {
  if (!/^i?frame$/.test(tagOf(element))) return null;
  try {
    return (element as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/** Where an element is in the window that this script runs in. Its own rectangle counts from the frame that it stands in. */
export function rectOf(element: Element): DOMRect {
  return fromFrame(ask(element, 'getBoundingClientRect'), documentOf(element));
}

/** A rectangle of a document's window as one of the window that this script runs in. */
export function fromFrame(rect: DOMRect, shown: Document): DOMRect {
  if (shown === document) return rect;
  let [{ x, y }, { width, height }] = [rect, rect];
  for (let frame = frameOf(shown); frame; frame = frameOf(frame.ownerDocument)) {
    const { left, top, scale } = viewOf(frame);
    x = left + x * scale;
    y = top + y * scale;
    width *= scale;
    height *= scale;
  }
  return new DOMRect(x, y, width, height);
}

/** Where a frame's page begins in the window around it, and how large one of the page's pixels is there. It is not turned. */
export function viewOf(frame: Element): { left: number; top: number; scale: number } {
  const { left, top, width } = frame.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  const scale = width / (frame as HTMLElement).offsetWidth || 1;
  return {
    left: left + (frame.clientLeft + Number.parseFloat(paddingLeft)) * scale,
    top: top + (frame.clientTop + Number.parseFloat(paddingTop)) * scale,
    scale,
  };
}
