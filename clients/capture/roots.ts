/** The document and every open shadow root in it. */
export function roots(): (Document | ShadowRoot)[] {
  const found: (Document | ShadowRoot)[] = [document];
  // The list grows while it is read: shadow roots have shadow roots.
  for (const root of found) {
    for (const element of Array.from(root.querySelectorAll('*'))) {
      if (element.shadowRoot) found.push(element.shadowRoot);
    }
  }
  return found;
}
