/** Attributes with the place of an element in the code, `file:line:column` or a part of it. */
export const PLACE_ATTRIBUTES = [
  'insp-path',
  'v-inspector',
  'tsd-source',
  'locatorjs',
  'lov-id',
  'inspector-relative-path',
  'astro-source-file',
  'sentry-source-file',
].map((name) => `data-${name}`);

/** Comments that templates of Rails, Drupal and Phoenix write before their output. */
const TEMPLATES = "//comment()[starts-with(.,' BEGIN ')or starts-with(.,' <')]";

/** Members that development builds of Vue and Svelte, and Vue 2, add to elements. */
export const MEMBERS = ['__vueParentComponent', '__vue__', '__svelte_meta'] as const;

/**
 * Whether the page may name the code of an element: only then it is worth looking closer.
 * Development builds of React know the owner of an element.
 */
export const namesSource = (element: Element): boolean =>
  MEMBERS.some((name) => name in element) ||
  Object.values(element).some((value) => value?._debugOwner) ||
  !!document.querySelector(`[${PLACE_ATTRIBUTES.join('],[')}]`) ||
  document.evaluate(TEMPLATES, document, null, 3).booleanValue;
