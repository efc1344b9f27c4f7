import type { Context } from '../../../../context.ts';

/** Stored crops of a proof. */
export interface ProofCrops {
  /** Whether the element was gone, rather than its picture. */
  isGone: boolean;
  /** Whether outsiders must not see the crops. */
  isProtected: boolean;
  /** Keys of the crops; null for an element that was not there. */
  beforeKey: string | null;
  afterKey: string | null;
}

/** Pictures of an element before and after its fix, as its reporter may see them. */
interface ProofPictures {
  /** Absent without the other one, unless the element is gone. */
  before?: Uint8Array;
  after?: Uint8Array;
}

/**
 * Reads the pictures of a proof; none for an outsider if the page is behind a login.
 *
 * @param isOutsider whether the reader is a visitor or a guest
 */
export async function readProofPictures(
  ctx: Context<'objects'>,
  { isGone, isProtected, beforeKey, afterKey }: ProofCrops,
  isOutsider: boolean,
): Promise<ProofPictures> {
  if (isProtected && isOutsider) return {};
  const [before, after] = [await readCrop(ctx, beforeKey), await readCrop(ctx, afterKey)];
  return { ...(before && (after || isGone) && { before }), ...(after && { after }) };
}

/** Crop of a proof; undefined if there is none, or it cannot be read. */
async function readCrop({ services: { objects }, logger }: Context<'objects'>, key: string | null) {
  if (key === null) return undefined;
  try {
    return await objects.get(key);
  } catch (error) {
    logger.warn({ err: error, key }, 'picture of a proof not readable; it is left out');
    return undefined;
  }
}
