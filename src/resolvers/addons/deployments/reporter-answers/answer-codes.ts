import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { addVisitorCode, hashVisitorCode } from '../../../core/annotations/visitor-codes.ts';
import { INCLUDES_PROJECT } from '../../../platform/policies/access.ts';
import { rolesThatCan } from '../../../platform/policies/roles.ts';
import { isProof } from '../verdicts/is-proof.ts';
import type { ProofCrops } from './proof-pictures.ts';

/** The newest proof of an annotation's fix, for the mail to its reporter. */
export interface UnansweredProof extends ProofCrops {
  verdictId: string;
}

/** SQL of the crops of the verdict `alias`. */
const cropsOf = (alias: string): string =>
  `${alias}.verdict = 'gone' AS "isGone", ${alias}.is_protected AS "isProtected",
   ${alias}.before_key AS "beforeKey", ${alias}.after_key AS "afterKey"`;

const PROOF = statement(
  'answer-codes/proof',
  `SELECT newest.id AS "verdictId", ${cropsOf('newest')}
    FROM (SELECT v.* FROM deployment_verdicts v WHERE v.annotation_id = $annotationId AND ${isProof('v')}
           ORDER BY v.created_at DESC, v.id DESC LIMIT 1) newest
   WHERE newest.answer IS NULL`,
).narrow<Pick<UnansweredProof, 'isGone'>>();

/** Finds the proof that a reporter has not answered yet. */
export async function proofToAnswer(ctx: Context<'pool'>, annotationId: string): Promise<UnansweredProof | undefined> {
  return await PROOF.first(ctx.services.pool, { annotationId });
}

/**
 * Stores a code for the answer to a proof, to be mailed.
 *
 * @param answer.membershipId the member who reported the annotation; null for a visitor
 * @returns the code, which is not stored
 */
export const addAnswerCode = (
  ctx: Context<'pool'>,
  { annotationId, ...answer }: { annotationId: string; verdictId: string; membershipId: string | null },
): Promise<string> => addVisitorCode(ctx.services.pool, annotationId, answer);

/** A code's annotation, which its reporter can read. */
export interface Answerable extends ProofCrops {
  annotationId: string;
  verdictId: string;
  number: number;
  content: string;
  projectName: string;
  organizationId: string;
  /** The member who answers; null for a visitor. */
  userId: string | null;
  /** Whether a visitor or a guest answers. */
  isOutsider: boolean;
}

/** Visitors answer where the public may write, members where they may reply. */
const FIND = statement(
  'answer-codes/find',
  `SELECT a.id AS "annotationId", v.verdict_id AS "verdictId!", a.number, a.content, p.name AS "projectName",
         p.organization_id AS "organizationId", m.user_id AS "userId", m.id IS NULL OR m.role = 'guest' AS "isOutsider!",
         ${cropsOf('d')}
    FROM visitor_codes v
    JOIN deployment_verdicts d ON d.id = v.verdict_id
    JOIN annotations a ON a.id = v.annotation_id AND a.deleted_at IS NULL
    JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
    LEFT JOIN memberships m ON m.id = v.membership_id AND m.organization_id = p.organization_id AND ${INCLUDES_PROJECT}
         AND m.role::text = ANY($roles::text[]) AND (m.role <> 'guest' OR a.visibility = 'public')
   WHERE v.code_hash = $hash AND v.verdict_id IS NOT NULL AND v.expires_at > now()
     AND CASE WHEN v.membership_id IS NULL THEN a.visibility = 'public' AND p.public_feedback ELSE m.id IS NOT NULL END`,
).narrow<Pick<Answerable, 'isGone'>>();

/** Finds the annotation of a code that is still valid. */
export async function findAnswerable(ctx: Context<'pool'>, code: string): Promise<Answerable | undefined> {
  return await FIND.first(ctx.services.pool, { hash: hashVisitorCode(code), roles: rolesThatCan('comment.create') });
}

const CLAIM = statement(
  'answer-codes/claim',
  'DELETE FROM visitor_codes WHERE code_hash = $hash AND expires_at > now()',
);
const END = statement('answer-codes/end', 'DELETE FROM visitor_codes WHERE verdict_id = ANY($verdictIds::uuid[])');

/** Spends a code; only one of several concurrent requests does. */
export async function claimAnswerCode(sql: Queryable, code: string): Promise<boolean> {
  return (await CLAIM.run(sql, { hash: hashVisitorCode(code) })).rowCount === 1;
}

/** Ends the codes of verdicts that were answered, or whose approval is undone. */
export async function endAnswerCodes(sql: Queryable, verdictIds: readonly string[]): Promise<void> {
  if (verdictIds.length > 0) await END.run(sql, { verdictIds });
}
