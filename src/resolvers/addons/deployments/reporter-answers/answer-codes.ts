import type { Context } from '../../../../context.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { addVisitorCode, hashVisitorCode } from '../../../core/annotations/visitor-codes.ts';

/** The newest approved verdict on an annotation, for the mail to its reporter. */
export interface UnansweredProof {
  verdictId: string;
  /** Keys of the crops; null for an element that was not there, and for a protected page. */
  beforeKey: string | null;
  afterKey: string | null;
}

const PROOF = `SELECT newest.id AS "verdictId", CASE WHEN NOT is_protected THEN before_key END AS "beforeKey",
         CASE WHEN NOT is_protected THEN after_key END AS "afterKey"
    FROM (SELECT v.* FROM deployment_verdicts v JOIN deployment_reviews r ON r.id = v.review_id AND r.decision = 'approved'
           WHERE v.annotation_id = $1 AND v.verdict IN ('changed', 'gone', 'unchanged')
           ORDER BY v.created_at DESC, v.id DESC LIMIT 1) newest
   WHERE newest.answer IS NULL`;

/** Finds the proof that a reporter has not answered yet. */
export async function proofToAnswer(ctx: Context<'pool'>, annotationId: string): Promise<UnansweredProof | undefined> {
  return (await ctx.services.pool.query<UnansweredProof>(PROOF, [annotationId])).rows[0];
}

/**
 * Stores a code for the answer to a proof, to be mailed.
 *
 * @returns the code, which is not stored
 */
export const addAnswerCode = (
  ctx: Context<'pool'>,
  { annotationId, verdictId }: { annotationId: string; verdictId: string },
): Promise<string> => addVisitorCode(ctx.services.pool, annotationId, verdictId);

/** A code's annotation, which outsiders can read. */
export interface Answerable {
  annotationId: string;
  verdictId: string;
  number: number;
  organizationId: string;
}

const FIND = `SELECT a.id AS "annotationId", v.verdict_id AS "verdictId", a.number, p.organization_id AS "organizationId"
    FROM visitor_codes v
    JOIN annotations a ON a.id = v.annotation_id AND a.deleted_at IS NULL AND a.visibility = 'public'
    JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL AND p.public_feedback
   WHERE v.code_hash = $1 AND v.verdict_id IS NOT NULL AND v.expires_at > now()`;

/** Finds the annotation of a code that is still valid. */
export async function findAnswerable(ctx: Context<'pool'>, code: string): Promise<Answerable | undefined> {
  return (await ctx.services.pool.query<Answerable>(FIND, [hashVisitorCode(code)])).rows[0];
}

const CLAIM = 'DELETE FROM visitor_codes WHERE code_hash = $1 AND expires_at > now()';
const END = 'DELETE FROM visitor_codes WHERE verdict_id = ANY($1::uuid[])';

/** Spends a code; only one of several concurrent requests does. */
export async function claimAnswerCode(sql: Queryable, code: string): Promise<boolean> {
  return (await sql.query(CLAIM, [hashVisitorCode(code)])).rowCount === 1;
}

/** Ends the codes of verdicts that were answered, or whose approval is undone. */
export async function endAnswerCodes(sql: Queryable, verdictIds: readonly string[]): Promise<void> {
  if (verdictIds.length > 0) await sql.query(END, [verdictIds]);
}
