import { isJsonObject, type JsonObject } from '../../platform/input/json-object.ts';
import { redactUrl } from '../../platform/input/redact-url.ts';

/**
 * Allowed type: a string, number or boolean; an address, redacted; a list of these; or an object
 * with allowed members.
 */
type Shown = 'value' | 'address' | 'list' | { readonly [name: string]: Shown };

const values = <Name extends string>(...names: Name[]): Record<Name, 'value'> =>
  Object.fromEntries(names.map((name) => [name, 'value'])) as Record<Name, 'value'>;

/** Metadata about the element and the position in it, as documented in docs/overlay.md. */
const SHOWN = {
  ...values('tag', 'selector', 'xpath', 'text'),
  styles: values('display', 'color', 'background-color', 'font-family', 'font-size', 'font-weight'),
  box: values('x', 'y', 'width', 'height'),
  traits: {
    ...values('xpath', 'id', 'name', 'type', 'testId', 'classes', 'label', 'card', 'language', 'translated'),
    href: 'address',
    beside: 'list',
    around: 'list',
    twins: values('index', 'count', 'inCard'),
  },
  offset: values('x', 'y'),
  area: values('x', 'y', 'width', 'height'),
  quote: values('exact', 'prefix', 'suffix'),
} as const;

/** Members of metadata that describe the element. */
export const PUBLIC_METADATA = Object.keys(SHOWN);

/**
 * The part of an annotation's metadata that visitors may read: the element. The rest may contain
 * personal data of the author, such as console output, the browser, or data of an imported tool.
 */
export const publicMetadata = (metadata: unknown): JsonObject => (shownOf(metadata, SHOWN) ?? {}) as JsonObject;

/** Undefined for a value of another type. */
function shownOf(found: unknown, shown: Shown): unknown {
  if (shown === 'value') return typeof found === 'object' ? undefined : found;
  if (shown === 'address') return typeof found === 'string' ? redactUrl(found) : undefined;
  if (shown === 'list') return Array.isArray(found) ? found.filter((one) => typeof one !== 'object') : undefined;
  if (!isJsonObject(found)) return undefined;
  const members = Object.entries(found).flatMap(([name, value]) => {
    const member = Object.hasOwn(shown, name) ? shownOf(value, shown[name] as Shown) : undefined;
    return member === undefined ? [] : [[name, member]];
  });
  return Object.fromEntries(members);
}
