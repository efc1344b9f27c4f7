import { environmentKey, type PageViewSearch } from '../data/page-search.ts';
import type { CaptureFragment } from '../graphql-types.generated.ts';

/** Whether two captures have the same environment and width. */
const isOfKind = (capture: CaptureFragment, other: CaptureFragment): boolean =>
  environmentKey(capture) === environmentKey(other) && capture.viewport.width === other.viewport.width;

/**
 * The latest capture that the address asks for, among the latest ones, the newest first. Without an
 * environment, a capture of the very address comes before those of other environments.
 */
export function latestOf(
  captures: readonly CaptureFragment[],
  { url, environment, width }: Pick<PageViewSearch, 'environment' | 'width'> & { url?: string },
): CaptureFragment | undefined {
  const fitting = captures.filter(
    (capture) =>
      (environment === undefined || environmentKey(capture) === environment) &&
      (width === undefined || capture.viewport.width === width),
  );
  return (environment === undefined && fitting.find((capture) => capture.url === url)) || fitting[0];
}

/** A newer capture than the shown one, of the same environment and width. */
export const newerThan = (
  shown: CaptureFragment,
  captures: readonly CaptureFragment[],
): CaptureFragment | undefined => {
  const latest = captures.find((capture) => isOfKind(capture, shown));
  return latest && latest.id !== shown.id && latest.createdAt > shown.createdAt ? latest : undefined;
};

/** Environments of captures in the address, each once. */
export const environmentsOf = (captures: readonly CaptureFragment[]): string[] => [
  ...new Set(captures.map(environmentKey)),
];

/** Widths of the captures of an environment, ascending. */
export const widthsOf = (captures: readonly CaptureFragment[], environment: string): number[] =>
  [
    ...new Set(
      captures.filter((capture) => environmentKey(capture) === environment).map(({ viewport }) => viewport.width),
    ),
  ].sort((a, b) => a - b);
