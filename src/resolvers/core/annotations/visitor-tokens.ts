import type { CallContext, Context } from '../../../context.ts';
import { AppError, badInput, notFound } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { hashToken, newSecretToken } from '../auth/secret-token.ts';
import { assertOpen, type PublicProject } from '../projects/require-project-by-key.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';

/** Opens every visitor token, so that secret scanners and people recognize it. */
const PREFIX = 'pbv_';
/** Tokens per request: those of the threads that a page shows. */
const MAX_TOKENS = 50;
/** Validity of a token, for SQL. */
const VALIDITY = '180 days';
/** Time in which a visitor may change a text, milliseconds. */
const EDIT_MS = 15 * MINUTE_MS;

/** SQL condition: the token `v` is valid. */
const IS_VALID = 'v.expires_at > now()';

/** Expiry of a new token, for SQL. */
export const VISITOR_TOKEN_EXPIRY = `now() + interval '${VALIDITY}'`;

/** SQL condition: an annotation's `id` has one of the tokens with these hashes. */
export const hasVisitorToken = (hashes: string): string =>
  `id IN (SELECT v.annotation_id FROM visitor_tokens v WHERE v.token_hash = ANY(${hashes}::text[]) AND ${IS_VALID})`;

export const newVisitorToken = (): string => `${PREFIX}${newSecretToken()}`;

const INSERT = statement(
  'visitor-tokens/insert',
  `INSERT INTO visitor_tokens (token_hash, annotation_id, expires_at) VALUES ($hash, $annotationId, ${VISITOR_TOKEN_EXPIRY})`,
);

/** Stores another token for an annotation. */
export async function addVisitorToken(sql: Queryable, annotationId: string, token: string): Promise<void> {
  await INSERT.run(sql, { hash: hashToken(token), annotationId });
}

/** Whether the client is a visitor: it sends x-visitor-token, and no Authorization header. */
export const isVisitor = ({ actor, visitorTokens }: CallContext): boolean =>
  actor.kind === 'anonymous' && actor.reason === undefined && visitorTokens !== undefined;

/**
 * Hashes of the tokens in the header x-visitor-token.
 *
 * @throws BAD_USER_INPUT for more than 50
 */
export function visitorTokenHashes({ visitorTokens = '' }: CallContext): string[] {
  const tokens = visitorTokens.split(',').flatMap((part) => part.trim() || []);
  if (tokens.length > MAX_TOKENS) {
    throw badInput(
      `x-visitor-token: found ${tokens.length} tokens, expected at most ${MAX_TOKENS}; send those of the threads on the page`,
    );
  }
  return [...new Set(tokens)].map(hashToken);
}

const FIND = statement(
  'visitor-tokens/find',
  `SELECT v.annotation_id AS id FROM visitor_tokens v WHERE v.token_hash = ANY($hashes) AND ${IS_VALID}`,
);

/**
 * Ids of the annotations whose valid tokens the request has.
 *
 * @throws BAD_USER_INPUT for more than 50
 */
export async function annotationsOfVisitor(ctx: Context<'pool'>): Promise<ReadonlySet<string>> {
  const hashes = visitorTokenHashes(ctx);
  if (hashes.length === 0) return new Set();
  const rows = await FIND.rows(ctx.services.pool, { hashes });
  return new Set(rows.map(({ id }) => id));
}

/** Results of {@link annotationsOfVisitor} by request, for fields read for each annotation. */
const ofRequest = new WeakMap<object, Promise<ReadonlySet<string>>>();

/** Whether the request has a valid token of the annotation. */
export async function hasTokenOf(ctx: Context<'pool'>, id: string): Promise<boolean> {
  const own = ofRequest.get(ctx) ?? annotationsOfVisitor(ctx);
  ofRequest.set(ctx, own);
  return (await own).has(id);
}

/** An annotation that a visitor wrote, with its organization. */
export type VisitorThread = Annotation & { organizationId: string };

/** The row of another annotation has nulls. */
const FOR_VISITOR = statement(
  'visitor-tokens/for-visitor',
  `SELECT ${ANNOTATION_COLUMNS}, p.organization_id AS "organizationId", p.public_feedback AS "publicFeedback",
      p.allowed_origins AS "allowedOrigins", p.public_replies AS "publicReplies"
    FROM visitor_tokens v
    LEFT JOIN (annotations a JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL)
      ON a.id = v.annotation_id AND a.id = $id AND a.deleted_at IS NULL AND a.visibility = 'public'
   WHERE v.token_hash = ANY($hashes) AND ${IS_VALID}
   ORDER BY a.id NULLS LAST LIMIT 1`,
  { prepared: true },
);

/**
 * Loads the public annotation that the visitor wrote. The response omits what outsiders may not
 * see.
 *
 * @throws UNAUTHENTICATED without a valid token
 * @throws NOT_FOUND for an annotation without a token in the request
 * @throws FORBIDDEN if public feedback is disabled or the origin is not allowed
 */
export async function requireVisitorThread(
  ctx: Context<'pool'>,
  id: string,
): Promise<VisitorThread & Pick<PublicProject, 'publicReplies'>> {
  assertVisitor(ctx);
  const hashes = visitorTokenHashes(ctx);
  ctx.reader.isGuest = true;
  if (!isId(id)) throw notFound('Annotation');
  const row = await FOR_VISITOR.first(ctx.services.pool, { id, hashes });
  if (!row) {
    throw new AppError(
      'UNAUTHENTICATED',
      'x-visitor-token: no token is valid; a token is valid for 180 days. Write a new comment to get another one',
    );
  }
  if (row.projectId === null) throw notFound('Annotation');
  const thread = row as VisitorThread & PublicProject;
  assertOpen(ctx, thread);
  return thread;
}

/** @throws UNAUTHENTICATED without the header x-visitor-token, or with an Authorization header */
export function assertVisitor(ctx: CallContext): void {
  if (isVisitor(ctx)) return;
  throw new AppError(
    'UNAUTHENTICATED',
    'A visitor token is required: send the header x-visitor-token, without Authorization. POST /annotations/public returns one',
  );
}

/**
 * Checks that a visitor may still change a text.
 *
 * @throws FORBIDDEN
 */
export function assertStillEditable({ createdAt }: { createdAt: Date }): void {
  if (Date.now() - createdAt.getTime() <= EDIT_MS) return;
  throw new AppError(
    'FORBIDDEN',
    'A visitor may change a text for 15 minutes after it was written; add a reply instead',
  );
}
