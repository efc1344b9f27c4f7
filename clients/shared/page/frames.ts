import {
  assignedSlotOf,
  callNative,
  DOCUMENT,
  documentOf,
  FRAGMENT,
  nodeTypeOf,
  parentOf,
  tagOf,
} from './dom-access.ts';
/** Returns the parent in the flat tree, across slots, shadow roots and same-origin frames. */
export function flatTreeParentOf(element: Element): Element | null {
  return assignedSlotOf(element) ?? parentOf(element) ?? hostOf(callNative(element, 'getRootNode'));
}

function hostOf(root: Node): Element | null {
  const kind = nodeTypeOf(root);
  if (kind === DOCUMENT) return frameOf(root as Document);
  return kind === FRAGMENT && 'host' in root ? (root as ShadowRoot).host : null;
}

/** Returns the frame element of a document; null for this script's own document. */
function frameOf(shown: Document): Element | null {
  return shown === document ? null : (shown.defaultView?.frameElement ?? null);
}

/** Returns the document of a same-origin frame; null for other frames and other elements. */
export function documentIn(element: Element): Document | null {
  if (!/^i?frame$/.test(tagOf(element))) return null;
  try {
    return (element as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/**
 * Returns the element's rectangle in the window of this script; its own rectangle is relative to
 * its frame.
 */
export function rectOf(element: Element): DOMRect {
  return fromFrame(callNative(element, 'getBoundingClientRect'), documentOf(element));
}

/** Converts a rectangle of a frame's viewport to the window of this script. */
export function fromFrame(rect: DOMRect, shown: Document): DOMRect {
  if (shown === document) return rect;
  let [{ x, y }, { width, height }] = [rect, rect];
  for (let frame = frameOf(shown); frame; frame = frameOf(frame.ownerDocument)) {
    const { left, top, scale } = frameViewOf(frame);
    x = left + x * scale;
    y = top + y * scale;
    width *= scale;
    height *= scale;
  }
  return new DOMRect(x, y, width, height);
}

/**
 * Returns the origin and scale of a frame's viewport in the surrounding window. Rotation is not
 * supported.
 */
export function frameViewOf(frame: Element): { left: number; top: number; scale: number } {
  const { left, top, width } = frame.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  const scale = width / (frame as HTMLElement).offsetWidth || 1;
  return {
    left: left + (frame.clientLeft + Number.parseFloat(paddingLeft)) * scale,
    top: top + (frame.clientTop + Number.parseFloat(paddingTop)) * scale,
    scale,
  };
}
