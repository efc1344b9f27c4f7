import type { Context } from '../../../context.ts';
import { besideEachOther } from '../../../infrastructure/images/pictures-beside.ts';
import type { MailBlock, MailLink } from '../../platform/mail/mail-layout.ts';
import { addAnswerCode, proofToAnswer } from '../deployments/reporter-answers/answer-codes.ts';
import { answerUrl } from '../deployments/reporter-answers/answer-url.ts';
import { readProofPictures } from '../deployments/reporter-answers/proof-pictures.ts';

/** Proof of a fix, as a mail to its reporter shows it. */
export interface MailedProof {
  /** Code of the links that answer it. */
  code: string;
  /** Absent without crops, and for outsiders if the page is behind a login. */
  picture?: { caption: string; image: Buffer };
}

/** The member who reported an annotation. */
interface Reporter {
  membershipId: string;
  isGuest: boolean;
}

/**
 * Loads the proof of a fix, with a new code for its answer; undefined if it was answered, or its
 * approval is undone.
 *
 * @param reporter null for a visitor
 */
export async function mailedProof(
  ctx: Context<'objects' | 'pool'>,
  annotationId: string,
  reporter: Reporter | null,
): Promise<MailedProof | undefined> {
  const proof = await proofToAnswer(ctx, annotationId);
  if (!proof) return undefined;
  const { verdictId } = proof;
  const code = await addAnswerCode(ctx, { annotationId, verdictId, membershipId: reporter?.membershipId ?? null });
  const { before, after } = await readProofPictures(ctx, proof, reporter === null || reporter.isGuest);
  if (before && after) {
    const { image, isRow } = await besideEachOther(before, after);
    const caption = isRow ? 'Left: before. Right: after.' : 'Above: before. Below: after.';
    return { code, picture: { caption, image } };
  }
  const crop = after ?? before;
  if (!crop) return { code };
  const { image } = await besideEachOther(crop);
  return { code, picture: { caption: after ? 'After.' : 'Before; it is no longer there.', image } };
}

/**
 * Blocks of a mail with the picture of a proof and the links that answer it.
 *
 * @param further links beside the answers
 */
export function proofBlocks(
  { services: { config } }: Context<'config'>,
  { code, picture }: MailedProof,
  further: readonly MailLink[],
): MailBlock[] {
  const answer = (kind: 'good' | 'wrong') => answerUrl(config.http.baseUrl, code, kind);
  return [
    ...(picture ? [picture.caption, { picture: picture.image, alt: picture.caption }] : []),
    'Is it done as you asked?',
    {
      actions: [{ label: 'Good', url: answer('good') }, { label: 'Still wrong', url: answer('wrong') }, ...further],
    },
  ];
}
