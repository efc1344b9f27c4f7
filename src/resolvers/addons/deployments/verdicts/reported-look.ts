import type { Context } from '../../../../context.ts';
import { differingStyles } from '../../../../infrastructure/comparison/elements/equal-styles.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { JUDGED_COLUMNS, type JudgedSnapshot, pinJson, type StoredPin, showsAll } from './load-sightings.ts';

/** The element of an annotation in a stored picture. */
export interface SeenLook {
  annotationId: string;
  snapshot: JudgedSnapshot;
  pin: StoredPin;
}

/** The first picture of a series that shows the element. */
export interface FirstLook extends SeenLook {
  /** Time of the last capture of the same deployment; that of the snapshot without one. */
  until: Date;
  /** Time of the first later picture of the series with another text or style; null without one. */
  changedAt: Date | null;
}

/** Snapshot in whose series an element is looked for, with its environment and viewport. */
type Place = Pick<
  JudgedSnapshot,
  | 'seriesId'
  | 'seriesNumber'
  | 'environmentId'
  | 'urlKey'
  | 'viewportWidth'
  | 'viewportHeight'
  | 'deviceScaleFactor'
  | 'browser'
  | 'createdAt'
>;

/**
 * SQL: two pins have the same text and styles. A value that one of them lacks does not differ: old
 * captures recorded fewer.
 */
const isSame = (one: string, other: string): string =>
  `(${one}.text IS NOT DISTINCT FROM ${other}.text AND coalesce(${one}.styles @> ${other}.styles OR ${one}.styles <@ ${other}.styles,
    ${one}.styles IS NULL AND ${other}.styles IS NULL))`;

/** SQL: a complete picture; nobody reported what a preview shows. */
const showsReport = `${showsAll('s')} AND s.preview_annotation_id IS NULL`;

/** SQL: another text or style than that of the pin `p`, in a row `n` of its series. */
const DIFFERS = `n.annotation_id = p.annotation_id AND n.series_id = p.series_id AND n.first_number > p.first_number
  AND n.state IN ('bound', 'rebound') AND NOT ${isSame('n', 'p')}`;

/**
 * First complete pictures of annotations in each series; of those with the same text and styles,
 * the first one by `$browser`. After an anchor was replaced by hand, only later pictures show
 * the element that the comment means.
 */
const FIRST = statement(
  'reported-look/first',
  `WITH first AS (
    SELECT DISTINCT ON (p.annotation_id, p.series_id) p.*, anchored.at AS anchored_at
      FROM snapshot_pins p
     CROSS JOIN LATERAL (SELECT coalesce(max(h.created_at), '-infinity') AS at FROM annotation_history h
                          WHERE h.annotation_id = p.annotation_id AND h.kind = 'rebound') anchored
     WHERE p.annotation_id = ANY($annotationIds::uuid[]) AND p.state IN ('bound', 'rebound')
       AND EXISTS (SELECT FROM snapshots s WHERE s.series_id = p.series_id
                      AND s.series_number BETWEEN p.first_number AND p.last_number AND ${showsReport}
                      AND s.created_at > anchored.at)
     ORDER BY p.annotation_id, p.series_id, p.first_number
  )
  SELECT p.annotation_id AS "annotationId", seen.*, changed.at AS "changedAt",
         coalesce((SELECT max(o.created_at) FROM deployment_captures c
                     JOIN deployment_captures other ON other.deployment_id = c.deployment_id
                     JOIN snapshots o ON o.id = other.snapshot_id
                    WHERE c.snapshot_id = seen.id), seen."createdAt") AS "until!"
    FROM first p
    LEFT JOIN LATERAL (
      SELECT min(n.first_number) AS number, min(later.created_at) AS at FROM snapshot_pins n
        JOIN snapshots later ON later.series_id = n.series_id AND later.series_number = n.first_number
       WHERE ${DIFFERS}) changed ON true
   CROSS JOIN LATERAL (
      SELECT ${JUDGED_COLUMNS}, ${pinJson('l')} AS pin
        FROM snapshot_pins l
        JOIN snapshots s ON s.series_id = l.series_id AND s.series_number BETWEEN l.first_number AND l.last_number AND ${showsReport}
       WHERE l.annotation_id = p.annotation_id AND l.series_id = p.series_id AND l.first_number >= p.first_number
         AND ${isSame('l', 'p')}
         AND (changed.number IS NULL OR l.first_number < changed.number)
         AND s.created_at < $until AND s.created_at > p.anchored_at
       ORDER BY s.browser = $browser? DESC NULLS LAST, s.series_number LIMIT 1) seen`,
).narrow<Pick<FirstLook, 'pin'>>();

/** Loads the reported looks of annotations for a place, by annotation. */
export async function loadReported(
  { services: { pool } }: Context<'pool'>,
  annotationIds: readonly string[],
  place: Place,
  until: Date | null,
): Promise<Map<string, SeenLook>> {
  const rows = await FIRST.rows(pool, { annotationIds, until: until ?? place.createdAt, browser: place.browser });
  const byAnnotation = new Map<string, FirstLook[]>();
  for (const { annotationId, pin, until, changedAt, ...snapshot } of rows) {
    const looks = byAnnotation.get(annotationId) ?? [];
    looks.push({ annotationId, pin, until, changedAt, snapshot });
    byAnnotation.set(annotationId, looks);
  }
  return new Map(
    [...byAnnotation].flatMap(([id, looks]) => {
      const reported = selectReported(looks, place);
      return reported ? [[id, reported]] : [];
    }),
  );
}

/**
 * Selects the reported look of an annotation's element for a picture: the first one of the same
 * series, unless the element had changed elsewhere before. Otherwise the first one of the same
 * environment with the nearest width, or of another environment with the same viewport.
 *
 * @param sightings of one annotation
 */
export function selectReported(looks: readonly FirstLook[], place: Place): FirstLook | null {
  const byAge = looks.toSorted(byTime);
  const own = byAge.find(({ snapshot }) => snapshot.seriesId === place.seriesId);
  const here = byAge.filter(
    ({ snapshot }) => snapshot.seriesId !== place.seriesId && isSameEnvironment(snapshot, place),
  );
  const elsewhere = byAge.find(
    ({ snapshot }) => !isSameEnvironment(snapshot, place) && isSameViewport(snapshot, place),
  );
  const [nearest] = here.toSorted((a, b) => distance(a, place) - distance(b, place));
  if (!own) return nearest ?? elsewhere ?? null;
  const [first] = here;
  if (first && nearest && byTime(first, own) < 0) return hadChanged(first, own) ? nearest : own;
  if (elsewhere && byTime(elsewhere, own) < 0 && !isSameLook(elsewhere.pin, own.pin)) return elsewhere;
  return own;
}

/** Whether an element had changed in another series when a series began. */
const hadChanged = ({ changedAt }: FirstLook, own: FirstLook): boolean => changedAt !== null && changedAt <= own.until;

const isSameEnvironment = ({ environmentId, urlKey }: JudgedSnapshot, place: Place): boolean =>
  environmentId === place.environmentId && (environmentId !== null || urlKey === place.urlKey);

const isSameViewport = (snapshot: JudgedSnapshot, place: Place): boolean =>
  (['viewportWidth', 'viewportHeight', 'deviceScaleFactor'] as const).every((key) => snapshot[key] === place[key]);

const distance = ({ snapshot }: FirstLook, { viewportWidth }: Place): number =>
  Math.abs(snapshot.viewportWidth - viewportWidth);

const byTime = (a: FirstLook, b: FirstLook): number => a.snapshot.createdAt.getTime() - b.snapshot.createdAt.getTime();

const isSameLook = (one: StoredPin, other: StoredPin): boolean =>
  one.text === other.text &&
  (one.styles === null) === (other.styles === null) &&
  differingStyles(one.styles ?? {}, other.styles ?? {}).length === 0;
