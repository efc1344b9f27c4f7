import { fill } from '../i18n/languages.ts';

/** Browsers and systems by their mark in a user agent, the more special ones first. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['HeadlessChrome', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * Names browser and system of a user agent: "Chrome 147 on Windows".
 *
 * @param both text with `{browser}` and `{system}`
 * @returns what is known of the two, else the start of the user agent
 */
export function deviceOf(userAgent: string, both: string): string {
  const [mark, name] = BROWSERS.find(([known]) => userAgent.includes(known)) ?? [];
  const system = SYSTEMS.find(([known]) => userAgent.includes(known))?.[1];
  const [, version] = new RegExp(`${mark === 'Safari' ? 'Version' : `${mark}\\w*`}/(\\d+)`).exec(userAgent) ?? [];
  const browser = name && [name, version].filter(Boolean).join(' ');
  if (browser && system) return fill(both, { browser, system });
  return browser ?? system ?? userAgent.slice(0, 40);
}
