import { useEffect, useMemo } from 'react';
import { useQuery } from 'urql';
import type { Host } from './host.ts';
import { PagePinsDocument } from './panel.generated.ts';

/**
 * Sends the page the pins of its internal comments, which the overlay cannot read. Texts stay in
 * the panel: scripts of the page read what the page gets.
 *
 * @param page address; undefined until the session is open
 */
export function usePagePins(host: Host, projectId: string, page: string | undefined): void {
  const filter = useMemo(() => ({ pages: [page ?? ''] }), [page]);
  const [{ data }] = useQuery({ query: PagePinsDocument, variables: { projectId, filter }, pause: !page });
  const nodes = page ? data?.annotations?.nodes : undefined;
  const pins = useMemo(
    () =>
      JSON.stringify(
        (nodes ?? [])
          .filter(({ visibility }) => visibility === 'internal')
          .map(({ id, number, status, metadata, domFingerprint, position_x, position_y }) => {
            const { diagnostics: _ofMembers, ...described } = metadata as Record<string, unknown>;
            return { id, number, status, metadata: described, domFingerprint, position_x, position_y };
          }),
      ),
    [nodes],
  );
  useEffect(() => {
    host.send({ kind: 'pins', pins });
    // After a log-out, the page keeps none.
    return () => host.send({ kind: 'pins', pins: '[]' });
  }, [host, pins]);
}
