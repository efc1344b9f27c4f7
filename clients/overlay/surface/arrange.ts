/** Gives an element exactly these children in this order, and leaves alone those that are where they belong. */
export function arrange(parent: Element, children: readonly Element[]): void {
  const staying = new Set<Node>(children);
  for (const node of Array.from(parent.childNodes)) if (!staying.has(node)) node.remove();
  children.forEach((child, i) => {
    const there = parent.children[i];
    if (there !== child) parent.insertBefore(child, there ?? null);
  });
}
