import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { cropImage } from '../../../../infrastructure/images/crop-image.ts';
import type { Box } from '../../../../infrastructure/images/geometry.ts';
import { meantPicture } from '../../../../infrastructure/images/meant-picture.ts';
import { ObjectMissing } from '../../../../infrastructure/storage/object-storage.ts';
import { type Described, meantPart } from '../../../core/annotations/meant-part.ts';
import { NO_EVENT_DATA } from '../../../platform/events/event-types.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { storeObjects } from '../../../platform/objects/store-objects.ts';
import { isProof } from '../verdicts/is-proof.ts';

/** Max size of a guard's crop, CSS pixels, from the element's top left corner. */
const MAX_SIZE = { width: 800, height: 600 };
/** Proofs per run. */
const BATCH = 20;

const side = (alias: string, when: string) => `
   LEFT JOIN snapshot_pins ${alias} ON ${alias}.id = v.${when}_pin_id AND ${alias}.box IS NOT NULL
   LEFT JOIN snapshots ${alias}_in ON ${alias}_in.id = v.${when}_snapshot_id`;

const DUE = statement(
  'keep-proofs/due',
  `SELECT v.id, b.box AS "beforeBox", b_in.image_key AS "beforePicture", b_in.device_scale_factor AS "beforeScale",
         n.box AS "afterBox", n_in.image_key AS "afterPicture", n_in.device_scale_factor AS "afterScale",
         a.metadata - 'diagnostics' AS "metadata!", a.dom_fingerprint AS "domFingerprint"
    FROM deployment_verdicts v JOIN annotations a ON a.id = v.annotation_id ${side('b', 'before')} ${side('n', 'after')}
   WHERE v.is_proof_due ORDER BY v.id LIMIT ${BATCH}`,
).narrow<Pick<DueProof, 'beforeBox' | 'afterBox' | 'metadata' | 'domFingerprint'>>();

const STORE = statement(
  'keep-proofs/store',
  `UPDATE deployment_verdicts SET is_proof_due = false, before_key = $beforeKey?, after_key = $afterKey?
  WHERE id = $id AND is_proof_due`,
);

const STORE_LOOKS = statement(
  'keep-proofs/store-looks',
  `UPDATE guards SET reported_key = $reportedKey?, accepted_key = $acceptedKey?
  WHERE verdict_id = $id AND reported_key IS NULL AND accepted_key IS NULL`,
);

/** The subject of a proof's event; no row if another verdict of the review was proven before. */
const PROVEN = statement(
  'keep-proofs/proven',
  `SELECT p.organization_id AS "organizationId", a.project_id AS "projectId", a.id AS "annotationId", a.visibility,
         v.deployment_id AS "deploymentId", coalesce(r.author_id, (SELECT h.actor_id FROM annotation_history h
           WHERE h.annotation_id = a.id AND h.kind = 'status' AND h.after = '"resolved"'::jsonb
           ORDER BY h.created_at DESC, h.id DESC LIMIT 1)) AS "actorId"
    FROM deployment_verdicts v
    LEFT JOIN deployment_reviews r ON r.id = v.review_id
    JOIN annotations a ON a.id = v.annotation_id AND a.deleted_at IS NULL AND a.status = 'resolved'
    JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
   WHERE v.id = $id AND ${isProof('v')} AND NOT EXISTS (SELECT FROM deployment_verdicts o WHERE o.review_id = v.review_id
     AND o.annotation_id = v.annotation_id AND o.id <> v.id AND NOT o.is_proof_due AND o.verdict <> 'unknown'
     AND (o.before_key IS NOT NULL OR o.after_key IS NOT NULL))`,
);

interface DueProof extends Described {
  id: string;
  beforeBox: Box | null;
  beforePicture: string | null;
  beforeScale: number | null;
  afterBox: Box | null;
  afterPicture: string | null;
  afterScale: number | null;
}

/** Crops of one side: what the comment means, with its surroundings, and the element alone. */
interface Crops {
  proof: Buffer;
  look: Buffer;
}

/**
 * Stores the crops of accepted verdicts and of their guards, which stay when the snapshots are
 * deleted. Any number of runs may be concurrent: the same crops share one object.
 *
 * @returns whether some may be left
 */
export async function keepProofs(
  ctx: Context<'logger' | 'objects' | 'pool' | 'stopping' | 'wakeRelay'>,
): Promise<boolean> {
  const rows = await DUE.rows(ctx.services.pool);
  for (const due of rows) {
    if (ctx.services.stopping.aborted) return false;
    await keepProof(ctx, due);
  }
  if (rows.length > 0) ctx.services.wakeRelay();
  return rows.length === BATCH;
}

const FIND = statement('keep-proofs/find', 'SELECT FROM deployment_verdicts WHERE is_proof_due LIMIT 1');

/** Whether crops of accepted verdicts are to be stored. */
export async function isProofDue(ctx: Context<'pool'>): Promise<boolean> {
  const { rowCount } = await FIND.run(ctx.services.pool);
  return rowCount === 1;
}

async function keepProof(ctx: Context<'logger' | 'objects' | 'pool'>, due: DueProof): Promise<void> {
  const [before, after] = [
    await cropsOf(ctx, due, due.beforePicture, due.beforeBox, due.beforeScale),
    await cropsOf(ctx, due, due.afterPicture, due.afterBox, due.afterScale),
  ];
  const files = [before?.proof, after?.proof, before?.look, after?.look];
  const kept = files.flatMap((bytes) => (bytes ? [{ bytes, kind: 'webp' as const }] : []));
  await storeObjects(ctx.services, kept, async (sql, keys: readonly string[]) => {
    const stored = [...keys];
    const [beforeKey, afterKey, reportedKey, acceptedKey] = files.map((bytes) => (bytes ? stored.shift() : null));
    const { rowCount } = await STORE.run(sql, { id: due.id, beforeKey, afterKey });
    if (rowCount !== 1) return;
    await STORE_LOOKS.run(sql, { id: due.id, reportedKey, acceptedKey });
    await reportProof(sql, due);
  });
}

/** Records the event of a proof, once for the verdicts of a review on an annotation. */
async function reportProof(sql: Queryable, { id }: DueProof): Promise<void> {
  const rows = await PROVEN.rows(sql, { id });
  for (const { deploymentId, ...subject } of rows) {
    const of = deploymentId === null ? subject : { ...subject, deploymentId };
    await recordEvent(sql, { type: 'annotation.proven', ...of, data: NO_EVENT_DATA });
  }
}

/** Crops of an element; undefined if its picture is gone or does not show it. */
async function cropsOf(
  ctx: Context<'logger' | 'objects'>,
  described: Described,
  key: string | null,
  box: Box | null,
  scale: number | null,
): Promise<Crops | undefined> {
  if (!key || !box || !scale) return undefined;
  const picture = await ctx.services.objects.get(key).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  });
  if (!picture) return undefined;
  try {
    const part = meantPart(described, box);
    const proof = part && (await meantPicture(picture, part, scale, 'webp'));
    const look = await guardCrop(picture, box, scale);
    return proof && look ? { proof, look } : undefined;
  } catch (error) {
    // The content cannot change, so a retry would fail too.
    ctx.logger.warn({ err: error, key }, 'stored picture not readable; no proof kept');
    return undefined;
  }
}

/** Crop of an element alone, lossless so that its pixels can be compared. */
async function guardCrop(picture: Uint8Array, box: Box, scale: number): Promise<Buffer | undefined> {
  const [crop] = await cropImage(picture, [partOf(box, scale)]);
  return crop?.image;
}

const partOf = ({ x, y, width, height }: Box, scale: number): Box => ({
  x: x * scale,
  y: y * scale,
  width: Math.min(width, MAX_SIZE.width) * scale,
  height: Math.min(height, MAX_SIZE.height) * scale,
});
