import type { Context } from '../../../../context.ts';

/**
 * Derives the correlation markers of an annotation or reply. The text of its issue or comment
 * contains the marker, which finds it after an attempt with an unknown result. Ids are public, and
 * anyone can write one in a public tracker; a marker cannot be guessed.
 *
 * @returns the marker under the current AUTH_SECRET, then those under former ones
 */
export const correlationMarkersOf = (
  { services }: Context<'secretBox'>,
  integrationId: string,
  id: string,
): [string, ...string[]] => {
  const [marker = '', ...others] = services.secretBox.correlationMarkers(`${integrationId} ${id}`);
  return [marker, ...others];
};

/** Returns the first result of `find` among the markers. */
export async function findByMarker<T>(
  markers: readonly string[],
  find: (marker: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const marker of markers) {
    const found = await find(marker);
    if (found !== undefined) return found;
  }
  return undefined;
}
