/** `/html/body/p` → `/html/body`; empty for the root. */
export const parentOf = (xpath: string): string => xpath.slice(0, Math.max(0, xpath.lastIndexOf('/')));

/** `/html/body/p` → `/html/body`, `/html`. */
export function* ancestorsOf(xpath: string): Generator<string> {
  for (let path = parentOf(xpath); path !== ''; path = parentOf(path)) yield path;
}
