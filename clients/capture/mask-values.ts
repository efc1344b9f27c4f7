import { nativeGetter } from '../shared/page/dom-access.ts';
import { elementsIn, matchesIn } from './dom-access.ts';
import { documentAndShadowRoots } from './roots.ts';

const nodesOf = nativeGetter('childNodes');
/** Shown in place of a credential, also in the page record (hide-values.ts). */
const DOTS = '•••';

/** Replaces texts where the document shows them: in its text, in its fields and in its title. */
export function maskValues(values: string[]): void {
  const clean = (text: string) => values.reduce((rest, value) => rest.split(value).join(DOTS), text);
  for (const root of documentAndShadowRoots()) {
    for (const parent of [root, ...matchesIn(root, '*')]) {
      for (const node of nodesOf(parent)) {
        if (node instanceof Text && clean(node.data) !== node.data) node.data = clean(node.data);
      }
    }
    const fields = [
      ...elementsIn(root, 'input', HTMLInputElement),
      ...elementsIn(root, 'textarea', HTMLTextAreaElement),
    ];
    for (const field of fields) if (clean(field.value) !== field.value) field.value = clean(field.value);
  }
}
