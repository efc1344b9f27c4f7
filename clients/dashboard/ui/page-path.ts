/** Path of a page, decoded where possible: it tells the pages of a project apart. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname } = new URL(url);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
