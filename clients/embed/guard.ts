/** Makes a function that never throws: the page must not notice that we are there. */
export function quietly<A extends unknown[]>(work: (...args: A) => unknown): (...args: A) => void {
  return (...args) => {
    try {
      work(...args);
    } catch {
      // A page may have replaced anything; then less is collected.
    }
  };
}
