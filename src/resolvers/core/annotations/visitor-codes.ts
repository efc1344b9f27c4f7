import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { hashToken, newSecretToken } from '../auth/secret-token.ts';
import { assertOpen } from '../projects/require-project-by-key.ts';
import { confirmAddress } from './confirm-address.ts';
import { newVisitorToken, VISITOR_TOKEN_EXPIRY } from './visitor-tokens.ts';

/** Opens every code, so that people recognize it. */
const PREFIX = 'pbc_';
/** Validity of a code, for SQL. */
const VALIDITY = '30 days';

/** A visitor's access to the thread of an annotation. */
export interface VisitorAccess {
  annotationId: string;
  number: number;
  visitorToken: string;
}

const INSERT = statement(
  'visitor-codes/insert',
  `INSERT INTO visitor_codes (code_hash, annotation_id, verdict_id, membership_id, expires_at)
  VALUES ($hash, $annotationId, $verdictId?, $membershipId?, now() + interval '${VALIDITY}')`,
);

/**
 * Stores a code for a mail to the reporter of an annotation.
 *
 * @param options.verdictId verdict that the code answers; default: none, the code is exchanged for
 *   a token
 * @param options.membershipId member who answers; default: the visitor who wrote the annotation
 * @returns the code, which is not stored
 */
export async function addVisitorCode(
  sql: Queryable,
  annotationId: string,
  { verdictId = null, membershipId = null }: { verdictId?: string | null; membershipId?: string | null } = {},
): Promise<string> {
  const code = `${PREFIX}${newSecretToken()}`;
  await INSERT.run(sql, { hash: hashVisitorCode(code), annotationId, verdictId, membershipId });
  return code;
}

export const hashVisitorCode = (code: string): string => hashToken(code);

const FIND = statement(
  'visitor-codes/find',
  `SELECT p.public_feedback AS "publicFeedback", p.allowed_origins AS "allowedOrigins"
  FROM visitor_codes v
  JOIN annotations a ON a.id = v.annotation_id AND a.deleted_at IS NULL AND a.visibility = 'public'
  JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
 WHERE v.code_hash = $hash AND v.verdict_id IS NULL AND v.expires_at > now()`,
);

/** The code stays valid: the same mail is read on several devices. */
const EXCHANGE = statement(
  'visitor-codes/exchange',
  `WITH added AS (
    INSERT INTO visitor_tokens (token_hash, annotation_id, expires_at)
    SELECT $tokenHash, annotation_id, ${VISITOR_TOKEN_EXPIRY}
      FROM visitor_codes WHERE code_hash = $hash AND verdict_id IS NULL AND expires_at > now() RETURNING annotation_id
  )
  SELECT a.id AS "annotationId", a.number FROM annotations a JOIN added ON added.annotation_id = a.id`,
);

const input = z.object({ code: z.string() });

/**
 * Exchanges a mailed code for a token of the visitor who wrote the annotation.
 *
 * @throws BAD_USER_INPUT for an invalid or expired code, and for an annotation that
 *   outsiders cannot read
 * @throws FORBIDDEN if public feedback is disabled or the origin is not allowed; the code stays
 *   valid
 */
export async function exchangeVisitorCode(ctx: Context<'pool'>, args: unknown): Promise<VisitorAccess> {
  const { code } = parseInput(input, args);
  const { pool } = ctx.services;
  const hash = hashToken(code);
  const found = await FIND.run(pool, { hash });
  const [project] = found.rows;
  if (project) {
    assertOpen(ctx, project);
    const visitorToken = newVisitorToken();
    const thread = await EXCHANGE.first(pool, { hash, tokenHash: hashToken(visitorToken) });
    if (thread) {
      await confirmAddress(pool, thread.annotationId);
      return { ...thread, visitorToken };
    }
  }
  throw badField(
    'code',
    `is invalid, more than ${VALIDITY} old, or its comment is gone; use the link of the latest mail`,
  );
}
