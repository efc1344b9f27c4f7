import { matchesIn } from './dom-access.ts';

/** The document and every open shadow root in it. */
export function documentAndShadowRoots(): (Document | ShadowRoot)[] {
  const found: (Document | ShadowRoot)[] = [document];
  // The loop visits roots that it adds: shadow roots can contain shadow roots.
  for (const root of found) {
    for (const { shadowRoot } of matchesIn(root, '*')) {
      // A form returns its field named `shadowRoot` instead.
      if (shadowRoot instanceof ShadowRoot) found.push(shadowRoot);
    }
  }
  return found;
}
