import { XPATH_LIMIT } from './limits.ts';
import { HTML } from './namespaces.ts';

/**
 * The one element that a stored XPath names. Null when it names none or several, is malformed, or could cost the page
 * time: stored expressions come from the public, so axes, steps up and more than one `//` are not followed.
 *
 * @param known what was read of the page before, while it stays as it is.
 */
export function byXPath(document: Document, xpath: string, known: KnownChildren = new Map()): Element | null {
  if (!xpath || xpath.length > XPATH_LIMIT || COSTLY.test(xpath)) return null;
  if (PLAIN.test(xpath)) return byPlainPath(document, xpath, known);
  try {
    const found = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    const first = found.snapshotItem(0);
    return found.snapshotLength === 1 && first instanceof Element ? first : null;
  } catch {
    return null;
  }
}

/** A path of HTML elements from the document, as xpath-of.ts gives it; following it by hand takes a tenth of the time. */
const PLAIN = /^(?:\/[a-z][\w-]*(?:\[[1-9]\d*\])?)+$/;

function byPlainPath(document: Document, xpath: string, known: KnownChildren): Element | null {
  let at: Element | null = null;
  for (const part of xpath.slice(1).split('/')) {
    const [name = '', number] = part.split(/[[\]]/);
    const line: readonly Element[] = childrenOf(at ?? document, known).get(name) ?? [];
    if (number === undefined && line.length > 1) return null;
    at = line[Number(number ?? 1) - 1] ?? null;
    if (!at) return null;
  }
  return at;
}

/** HTML elements by their parent and name. Paths of the same list go through the same parents. */
export type KnownChildren = Map<Node, ReadonlyMap<string, readonly Element[]>>;

function childrenOf(parent: ParentNode, known: KnownChildren): ReadonlyMap<string, readonly Element[]> {
  const made = known.get(parent);
  if (made) return made;
  const children = new Map<string, Element[]>();
  for (let at = parent.firstElementChild; at; at = at.nextElementSibling) {
    if (at.namespaceURI !== HTML) continue;
    const line = children.get(at.localName);
    if (line) line.push(at);
    else children.set(at.localName, [at]);
  }
  known.set(parent, children);
  return children;
}

const COSTLY = /::|\.\.|\/\/.*\/\//s;
