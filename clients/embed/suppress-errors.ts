/** Wraps a function so that it never throws into the page. */
export function suppressErrors<A extends unknown[]>(work: (...args: A) => unknown): (...args: A) => void {
  return (...args) => {
    try {
      work(...args);
    } catch {
      // The page may have replaced a built-in; less is collected then.
    }
  };
}
