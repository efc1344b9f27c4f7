/**
 * Replaces the value that a page reads. The new getter throws for other objects, as that of the
 * browser does.
 */
export function replaceGetter(owner: object, name: string, value: () => unknown): void {
  const property = Object.getOwnPropertyDescriptor(owner, name);
  if (!property?.get) return;
  const get = new Proxy(property.get, {
    apply(read, self) {
      apply(read, self, []);
      return value();
    },
  });
  Object.defineProperty(owner, name, { ...property, get });
}

// Taken before the page can replace it.
const { apply } = Reflect;
