const WEEK_MS = 7 * 86_400_000;
/**
 * Chromium 153 was released then. Since 152, a major version follows every two weeks; before, every
 * four.
 */
const KNOWN = { major: 153, at: Date.UTC(2026, 8, 8) };
const FIRST_OF_TWO_WEEKS = 152;

/** Weeks for which a major version gets fixes, in the channel that gives them the longest. */
const SUPPORTED_WEEKS = 8;

/**
 * Returns about when the major version of a browser was released, by Chromium's schedule: its
 * version is all that a browser tells. Later fixes do not change it.
 *
 * @param browser name and version, such as `Chromium 153.0.8010.0`
 */
export function releaseOf(browser: string): Date | undefined {
  const major = Number(/\b(\d+)\.\d+\.\d+/.exec(browser)?.[1]);
  if (!(major > 0)) return undefined;
  const frequent = Math.max(major, FIRST_OF_TWO_WEEKS) - KNOWN.major;
  const rare = Math.min(major - FIRST_OF_TWO_WEEKS, 0);
  return new Date(KNOWN.at + (2 * frequent + 4 * rare) * WEEK_MS);
}

/** Returns whether a browser of this release no longer gets fixes. */
export const isReleaseOutdated = (release: Date, now = Date.now()): boolean =>
  now - release.getTime() > SUPPORTED_WEEKS * WEEK_MS;

/** Warning about an outdated browser, for operators; undefined for others. */
export function browserWarning(browser: string, now = Date.now()): string | undefined {
  const release = releaseOf(browser);
  if (!release || !isReleaseOutdated(release, now)) return undefined;
  return (
    `${browser} was released about ${release.toISOString().slice(0, 10)}, over ${SUPPORTED_WEEKS} weeks ago, and opens pages of ` +
    'strangers: install a current one, such as chromium-headless-shell of Debian'
  );
}
