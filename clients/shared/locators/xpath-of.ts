import { callNative, documentOf, nativeGetter, parentOf, tagOf } from '../page/dom-access.ts';
import { HTML } from '../page/namespaces.ts';
import { positionAmongSiblings } from './sibling-position.ts';

const nodeNameOf = nativeGetter('nodeName');
const namespaceOf = nativeGetter('namespaceURI');

/** Longest XPath, characters. */
const XPATH_LIMIT = 2048;

/**
 * Returns the element's path from the document; each step counts siblings of the same name:
 * `/html/body/main/ul/li[3]/button`. Elements of other namespaces are written as `*[name()="svg"]`.
 *
 * @returns empty outside the document and beyond {@link XPATH_LIMIT} characters
 */
export function xpathOf(element: Element): string {
  if (callNative(element, 'getRootNode') !== documentOf(element)) return '';
  let path = '';
  for (let node: Element | null = element; node; node = parentOf(node)) path = `/${step(node)}${path}`;
  return path.length > XPATH_LIMIT ? '' : path;
}

function step(element: Element): string {
  const plain = namespaceOf(element) === HTML && /^[a-z][\w-]*$/.test(tagOf(element));
  const name = plain ? tagOf(element) : `*[name()="${nodeNameOf(element)}"]`;
  const number = positionAmongSiblings(element, nodeNameOf);
  return number ? `${name}[${number}]` : name;
}
