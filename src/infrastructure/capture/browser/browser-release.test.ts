import { expect, test } from 'vitest';
import { browserWarning, isReleaseOutdated, releaseOf } from './browser-release.ts';

const DAY_MS = 86_400_000;

// The days on which Debian published the first build of a stable version.
test.each([
  ['147.0.7727.55', '2026-04-09'],
  ['148.0.7778.96', '2026-05-06'],
  ['149.0.7827.53', '2026-06-06'],
  ['150.0.7871.46', '2026-07-04'],
  ['151.0.7922.47', '2026-07-29'],
  ['152.0.7977.64', '2026-08-31'],
  ['153.0.8010.47', '2026-09-16'],
  ['154.0.8037.57', '2026-09-24'],
  ['155.0.8059.39', '2026-10-11'],
  ['156.0.8078.47', '2026-10-21'],
])('Chromium %s was released in the eight days before Debian had it', (version, packaged) => {
  const days = (Date.parse(packaged) - Number(releaseOf(`Chromium ${version} built on Debian`))) / DAY_MS;
  expect(days).toBeGreaterThanOrEqual(0);
  expect(days).toBeLessThanOrEqual(8);
});

test.each(['', 'a browser', 'Chromium 0.0.0.0'])('nothing is said about %j', (browser) => {
  expect(releaseOf(browser)).toBeUndefined();
  expect(browserWarning(browser)).toBeUndefined();
});

test('a browser is outdated after eight weeks, and one of tomorrow is not', () => {
  const release = releaseOf('HeadlessChrome/153.0.8010.0') as Date;
  const at = (time: string) => isReleaseOutdated(release, Date.parse(time));
  expect([at('2026-09-01'), at('2026-11-03'), at('2026-11-04')]).toEqual([false, false, true]);
  expect(browserWarning('Chromium 153.0.8010.0', Date.parse('2026-11-04'))).toMatch(
    /^Chromium 153\.0\.8010\.0 .* about 2026-09-08, over 8/,
  );
});
