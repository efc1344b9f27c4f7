import { matchesIn } from './dom-access.ts';

/** The document and every open shadow root in it. */
export function roots(): (Document | ShadowRoot)[] {
  const found: (Document | ShadowRoot)[] = [document];
  // The list grows while it is read: shadow roots have shadow roots.
  for (const root of found) {
    for (const { shadowRoot } of matchesIn(root, '*')) {
      // What a form has under that name is a field.
      if (shadowRoot instanceof ShadowRoot) found.push(shadowRoot);
    }
  }
  return found;
}
