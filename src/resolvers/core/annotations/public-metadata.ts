import { isJsonObject, type JsonObject } from '../../platform/input/json-object.ts';

/** A text, number or switch; a list of texts; or an object of members that are to be shown. */
type Shown = 'value' | 'texts' | { readonly [name: string]: Shown };

const values = <Name extends string>(...names: Name[]): Record<Name, 'value'> =>
  Object.fromEntries(names.map((name) => [name, 'value'])) as Record<Name, 'value'>;

/** What the overlay says of an element and of the place in it: see docs/overlay.md. */
const SHOWN = {
  ...values('tag', 'selector', 'xpath', 'text'),
  styles: values('display', 'color', 'background-color', 'font-family', 'font-size', 'font-weight'),
  box: values('x', 'y', 'width', 'height'),
  traits: {
    ...values('xpath', 'id', 'name', 'type', 'testId', 'classes', 'href', 'label', 'card'),
    beside: 'texts',
    twins: values('index', 'count', 'inCard'),
  },
  offset: values('x', 'y'),
  area: values('x', 'y', 'width', 'height'),
  quote: values('exact', 'prefix', 'suffix'),
} as const;

/**
 * What visitors may see of an annotation's metadata: the element. The rest stays with the members, for it may say anything of
 * whoever wrote the annotation: console lines, the browser, the visit, what another tool's export had beside the comment.
 */
export const publicMetadata = (metadata: unknown): JsonObject => (shownOf(metadata, SHOWN) ?? {}) as JsonObject;

/** Undefined for what is not as it is to be. */
function shownOf(found: unknown, shown: Shown): unknown {
  if (shown === 'value') return typeof found === 'object' ? undefined : found;
  if (shown === 'texts') return Array.isArray(found) ? found.filter((text) => typeof text === 'string') : undefined;
  if (!isJsonObject(found)) return undefined;
  const members = Object.entries(found).flatMap(([name, value]) => {
    const member = Object.hasOwn(shown, name) ? shownOf(value, shown[name] as Shown) : undefined;
    return member === undefined ? [] : [[name, member]];
  });
  return Object.fromEntries(members);
}
