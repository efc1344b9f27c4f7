/** Attributes whose values occur in code. */
const NAMING = ['data-testid', 'data-test', 'data-cy', 'data-qa', 'name', 'aria-label', 'placeholder', 'alt', 'title'];
/** Shorter strings occur everywhere. */
const MIN_LENGTH = 3;
/** Parts that build tools add, such as `css-1x2y3z` and `Button_root__a1B2c`. */
const GENERATED = /^(css|sc|jsx?|svelte)-|__?[A-Za-z0-9]*\d[A-Za-z0-9]*$|\d{4,}/;

/** Returns strings by which code names an element, the most specific first. */
export function codeStrings(element: Record<string, unknown>): string[] {
  const { selector, text } = element;
  const attributes = Object(element.attributes) as Record<string, unknown>;
  const named = NAMING.map((name) => attributes[name]);
  const selectors =
    typeof selector === 'string' ? [...selector.matchAll(/[#.]((?:[\w-]|\\.)+)|="((?:[^"\\]|\\.)*)"/g)] : [];
  const found = [
    attributes.id,
    ...named,
    // The last part of a selector names the element itself.
    ...selectors.reverse().map(([, name, value]) => (name ?? value ?? '').replace(/\\(.)/g, '$1')),
    typeof text === 'string' ? text.trim() : undefined,
  ];
  const usable = found.filter(
    (each): each is string => typeof each === 'string' && each.length >= MIN_LENGTH && !GENERATED.test(each),
  );
  return [...new Set(usable)];
}
