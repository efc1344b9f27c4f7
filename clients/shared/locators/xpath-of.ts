import { ask, documentOf, parentOf, reader, tagOf } from '../page/dom-access.ts';
import { HTML } from '../page/namespaces.ts';
import { numberAmongTwins } from './siblings.ts';

const nodeNameOf = reader('nodeName');
const namespaceOf = reader('namespaceURI');

/** Longest XPath that is given, in characters. */
const XPATH_LIMIT = 2048;

/**
 * The element's full path from the document, each step counted among siblings of the same name:
 * `/html/body/main/ul/li[3]/button`. Elements that are not HTML are named as XPath needs it: `*[name()="svg"]`.
 *
 * @returns empty for an element outside the document and for a path longer than {@link XPATH_LIMIT}.
 */
export function xpathOf(element: Element): string {
  if (ask(element, 'getRootNode') !== documentOf(element)) return '';
  let path = '';
  for (let node: Element | null = element; node; node = parentOf(node)) path = `/${step(node)}${path}`;
  return path.length > XPATH_LIMIT ? '' : path;
}

function step(element: Element): string {
  const plain = namespaceOf(element) === HTML && /^[a-z][\w-]*$/.test(tagOf(element));
  const name = plain ? tagOf(element) : `*[name()="${nodeNameOf(element)}"]`;
  const number = numberAmongTwins(element, nodeNameOf);
  return number ? `${name}[${number}]` : name;
}
