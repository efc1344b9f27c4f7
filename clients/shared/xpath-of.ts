import { XPATH_LIMIT } from './limits.ts';
import { HTML } from './namespaces.ts';
import { numberAmongTwins } from './siblings.ts';

/**
 * The element's full path from the document, each step counted among siblings of the same name:
 * `/html/body/main/ul/li[3]/button`. Elements that are not HTML are named as XPath needs it: `*[name()="svg"]`.
 *
 * @returns empty for an element outside the document and for a path longer than {@link XPATH_LIMIT}.
 */
export function xpathOf(element: Element): string {
  if (element.getRootNode() !== element.ownerDocument) return '';
  let path = '';
  for (let node: Element | null = element; node; node = node.parentElement) path = `/${step(node)}${path}`;
  return path.length > XPATH_LIMIT ? '' : path;
}

function step(element: Element): string {
  const plain = element.namespaceURI === HTML && /^[a-z][\w-]*$/.test(element.localName);
  const name = plain ? element.localName : `*[name()="${element.nodeName}"]`;
  const number = numberAmongTwins(element, ({ nodeName }) => nodeName);
  return number ? `${name}[${number}]` : name;
}
