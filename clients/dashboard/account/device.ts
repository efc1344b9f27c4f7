/** Browsers and systems by their mark in a user agent, the more special ones first. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['HeadlessChrome', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Name of a device for people: its browser and system, else the start of the user agent. */
export function deviceOf(userAgent: string): string {
  const nameIn = (marks: readonly (readonly [string, string])[]) =>
    marks.find(([mark]) => userAgent.includes(mark))?.[1];
  const parts = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : userAgent.slice(0, 40);
}
