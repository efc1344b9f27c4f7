import { createHash } from 'node:crypto';
import type { AnchorState } from '../../../generated/prisma/client.ts';
import type { Capture } from '../../../infrastructure/capture/capture-request.ts';
import type { LocatedPin } from '../../../infrastructure/capture/located-pin.ts';
import {
  type ElementStyle,
  type PageElement,
  type PageRecord,
  TEXT_LIMIT,
} from '../../../infrastructure/capture/page-record.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { Box } from '../../../infrastructure/images/geometry.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { storableTexts } from '../../platform/input/storable-text.ts';
import type { Pin } from './find-pins.ts';

/** An annotation as located in one snapshot. */
export interface RecordedPin {
  annotationId: string;
  state: AnchorState;
  confidence: number;
  box: Box | null;
  text: string | null;
  styles: ElementStyle | null;
}

/** Takes the next number of the series, whose row stays locked until the end of the transaction. */
const NUMBER = statement(
  'record-pins/number',
  `WITH next AS (
    INSERT INTO snapshot_series AS x (id, project_id, last_number) VALUES ($seriesId, $projectId, 1)
    ON CONFLICT (id) DO UPDATE SET last_number = x.last_number + 1
    RETURNING last_number
  )
  UPDATE snapshots SET series_id = $seriesId, series_number = last_number FROM next WHERE id = $id RETURNING series_number AS "number!"`,
);

/**
 * Extends the rows of the previous snapshot that are equal, and inserts the others. It is a
 * statement of its own: it must see the rows of the transaction that had the lock.
 */
const RECORD = statement(
  'record-pins/record',
  `WITH found AS (
    SELECT * FROM jsonb_to_recordset($rows) AS f(id uuid, "annotationId" uuid, state "AnchorState", confidence float8,
      box jsonb, text text, styles jsonb)
  ), extended AS (
    UPDATE snapshot_pins p SET last_number = $number, confidence = f.confidence
      FROM found f
     WHERE p.annotation_id = f."annotationId" AND p.series_id = $seriesId AND p.last_number = $number::int - 1 AND p.state = f.state
       AND (p.box, p.text, p.styles) IS NOT DISTINCT FROM (f.box, f.text, f.styles)
    RETURNING p.annotation_id
  )
  INSERT INTO snapshot_pins (id, annotation_id, series_id, first_number, last_number, state, confidence, box, text, styles)
  SELECT id, "annotationId", $seriesId, $number, $number, state, confidence, box, text, styles FROM found
   WHERE "annotationId" NOT IN (SELECT annotation_id FROM extended)`,
);

/** Stores the pins of a snapshot, in the transaction that completes it. */
export async function recordPins(
  sql: Queryable,
  snapshot: SnapshotRow,
  pins: readonly Pin[],
  { record, located }: Pick<Capture, 'record' | 'located'>,
): Promise<void> {
  const recorded = recordedPins(pins, { record, located });
  const seriesId = seriesOf(snapshot);
  const numbered = await NUMBER.first(sql, { id: snapshot.id, seriesId, projectId: snapshot.projectId });
  if (!numbered || recorded.length === 0) return;
  await insertPins(sql, recorded, { seriesId, number: numbered.number });
}

/** Describes the pins of a capture. */
export function recordedPins(
  pins: readonly Pick<Pin, 'id'>[],
  { record, located }: Pick<Capture, 'record' | 'located'>,
): RecordedPin[] {
  const find = elementFinder(record);
  return pins.flatMap(({ id }, index) => {
    const result = located[index];
    return result ? [recordedPin(id, result, record, find)] : [];
  });
}

/** Inserts pins of one snapshot of a series, or extends those of the previous snapshot. */
export async function insertPins(
  sql: Queryable,
  pins: readonly RecordedPin[],
  { seriesId, number }: { seriesId: string; number: number },
): Promise<void> {
  const rows = pins.map((pin) => ({ id: newId(), ...pin }));
  await RECORD.run(sql, { rows: JSON.stringify(rows, storableTexts), seriesId, number });
}

/** Id of the captures of one page with the same viewport and options. */
function seriesOf(snapshot: SnapshotRow): string {
  const { projectId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor } = snapshot;
  const { fullPage, waitForSelector, delay, hideSelectors, freeze } = snapshot;
  const page = [projectId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor];
  const key = JSON.stringify([...page, fullPage, waitForSelector, delay, hideSelectors, freeze]);
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

type FindElement = (fingerprint: Record<string, unknown>) => PageElement | undefined;

/** Finds elements of a page record by the selector or the XPath of a fingerprint. */
function elementFinder({ elements }: PageRecord): FindElement {
  const bySelector = new Map(elements.map((element) => [element.selector, element]));
  const byXPath = new Map(elements.map((element) => [element.xpath, element]));
  return ({ selector, xpath }) => bySelector.get(String(selector)) ?? byXPath.get(String(xpath));
}

function recordedPin(
  annotationId: string,
  { state, confidence, candidates }: LocatedPin,
  record: PageRecord,
  find: FindElement,
): RecordedPin {
  const [candidate] = candidates;
  if (!candidate) return { annotationId, state: 'orphaned', confidence, box: null, text: null, styles: null };
  const element = find(candidate.fingerprint);
  const { text } = candidate.fingerprint;
  return {
    annotationId,
    state,
    confidence,
    box: boxInPicture(candidate.box, record),
    text: element ? element.text : typeof text === 'string' ? text.slice(0, TEXT_LIMIT) : null,
    styles: element?.style ?? null,
  };
}

/** Converts a box of the document to the picture, whole CSS pixels; it may lie outside. */
export function boxInPicture({ x, y, width, height }: Box, { scroll }: Pick<PageRecord, 'scroll'>): Box {
  const { x: left, y: top } = scroll ?? { x: 0, y: 0 };
  return { x: Math.round(x - left), y: Math.round(y - top), width: Math.round(width), height: Math.round(height) };
}
