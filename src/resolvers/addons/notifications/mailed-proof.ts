import type { Context } from '../../../context.ts';
import { besideEachOther } from '../../../infrastructure/images/pictures-beside.ts';
import { addAnswerCode, proofToAnswer } from '../deployments/reporter-answers/answer-codes.ts';

/** Proof of a fix, as a mail to its reporter shows it. */
export interface MailedProof {
  /** Code of the links that answer it. */
  code: string;
  /** Absent without crops, and for a page behind a login. */
  picture?: { caption: string; image: Buffer };
}

/**
 * Loads the proof of a fix, with a new code for its answer; undefined if it was answered, or its
 * approval is undone.
 */
export async function mailedProof(
  ctx: Context<'objects' | 'pool'>,
  annotationId: string,
): Promise<MailedProof | undefined> {
  const proof = await proofToAnswer(ctx, annotationId);
  if (!proof) return undefined;
  const { verdictId, beforeKey, afterKey } = proof;
  const code = await addAnswerCode(ctx, { annotationId, verdictId });
  const [before, after] = [await readCrop(ctx, beforeKey), await readCrop(ctx, afterKey)];
  if (before && after) {
    const { image, isRow } = await besideEachOther(before, after);
    const caption = isRow ? 'Left: before. Right: after.' : 'Above: before. Below: after.';
    return { code, picture: { caption, image } };
  }
  const crop = before ?? after;
  if (!crop) return { code };
  const { image } = await besideEachOther(crop);
  return { code, picture: { caption: before ? 'Before; it was removed.' : 'After.', image } };
}

/** Crop of a proof; undefined if there is none, or it cannot be read. */
async function readCrop({ services: { objects }, logger }: Context<'objects'>, key: string | null) {
  if (key === null) return undefined;
  try {
    return await objects.get(key);
  } catch (error) {
    logger.warn({ err: error, key }, 'picture of a proof not readable; the mail is sent without it');
    return undefined;
  }
}
