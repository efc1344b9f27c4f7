import type { ThreadPinsQuery } from '../graphql-types.generated.ts';

type Pin = NonNullable<NonNullable<ThreadPinsQuery['annotation']>['snapshotPins']>['nodes'][number];

/** Newest pins of an annotation, one for each environment and width, ordered by both. */
export function newestPins(pins: readonly Pin[]): Pin[] {
  const newest = new Map<string, Pin>();
  for (const pin of pins) {
    const { environment, viewport } = pin.snapshot ?? {};
    const key = `${environment?.id} ${viewport?.width}`;
    if (pin.snapshot && !newest.has(key)) newest.set(key, pin);
  }
  const nameOf = ({ snapshot }: Pin) => snapshot?.environment?.name ?? '';
  const widthOf = ({ snapshot }: Pin) => snapshot?.viewport.width ?? 0;
  return [...newest.values()].sort((a, b) => nameOf(a).localeCompare(nameOf(b)) || widthOf(b) - widthOf(a));
}
