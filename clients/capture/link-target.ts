import { attributeOf, callNative, nativeGetter } from '../shared/page/dom-access.ts';
import { isSecretName } from '../shared/secret-names.ts';

/** Target of the links of an element: undefined without one, null if they lead to several. */
export type LinkTarget = string | null | undefined;

const LIMIT = 1_000;
const baseOf = nativeGetter('baseURI');
/** Values that pages generate for each load, such as nonces and times. */
const GENERATED = /^(?=.*\d)[\w.~+/=-]{16,}$|^\d{10,}$/;

/** Target of a link itself; undefined for other elements, and for one that scripts handle. */
export function ownTarget(element: Element): LinkTarget {
  if (!callNative(element, 'matches', 'a[href], area[href]')) return undefined;
  const url = URL.parse(attributeOf(element, 'href') ?? '', baseOf(element) ?? undefined);
  if (!url || url.protocol === 'blob:') return undefined;
  url.username = url.password = '';
  for (const [name, value] of [...url.searchParams]) {
    if (isSecretName(name) || GENERATED.test(value)) url.searchParams.set(name, '…');
  }
  const origin = url.origin === location.origin ? url.origin : '';
  return url.href.slice(origin.length, origin.length + LIMIT);
}

/** Whether a link opens a `new` window or tab, or the `same`; undefined for other elements. */
export function ownWindow(element: Element): string | undefined {
  if (!callNative(element, 'matches', 'a[href], area[href]')) return undefined;
  return /^_(?:self|parent|top)$|^$/i.test(attributeOf(element, 'target') ?? '') ? 'same' : 'new';
}

/** The target that two parts of an element have in common. */
export function joined(one: LinkTarget, other: LinkTarget): LinkTarget {
  if (one === undefined) return other;
  return other === undefined || one === other ? one : null;
}
