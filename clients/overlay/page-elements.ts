/** The page's element at a point of the window, through open shadow roots, as if the overlay were not there. */
export function elementAt(host: Element, x: number, y: number): Element {
  let found: Element = document.elementsFromPoint(x, y).find((element) => element !== host) ?? document.documentElement;
  for (let root = found.shadowRoot; root; root = found.shadowRoot) {
    const inner = root.elementsFromPoint(x, y).find((element) => element.getRootNode() === root);
    if (!inner) break;
    found = inner;
  }
  return found;
}

/** Where each arrow key leads from an element; null where there is nothing. */
export const STEPS: Readonly<Record<string, (from: Element) => Element | null>> = {
  ArrowUp: (from) => (from === document.body ? null : from.parentElement),
  ArrowDown: (from) => visible(from.firstElementChild, (element) => element.nextElementSibling),
  ArrowLeft: (from) => visible(from.previousElementSibling, (element) => element.previousElementSibling),
  ArrowRight: (from) =>
    from === document.body ? null : visible(from.nextElementSibling, (element) => element.nextElementSibling),
};

/** The first of a row of siblings that takes up room. */
function visible(first: Element | null, next: (element: Element) => Element | null): Element | null {
  for (let element = first; element; element = next(element)) {
    if (element.getClientRects().length > 0) return element;
  }
  return null;
}
