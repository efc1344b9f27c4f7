import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Project } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { rowReader } from '../../platform/sql/row-reader.ts';
import { oneLine } from '../../platform/text/plain-text.ts';
import { hasTokenOf } from './visitor-tokens.ts';

/** Name of a visitor who replied to the annotation of another one: anybody can enter any name. */
export function otherVisitor(name: string | null): string {
  const line = oneLine(name ?? '');
  return line === '' ? 'Another visitor' : `${line} (another visitor, name not verified)`;
}

/** Settings of a project that decide which visitors reply. */
type ReplySettings = Pick<Project, 'publicAnnotations' | 'publicReplies'>;

/** Whether visitors may reply to annotations of others. They must be able to read them, too. */
const canReplyToOthers = ({ publicAnnotations, publicReplies }: ReplySettings): boolean =>
  publicAnnotations === 'all' && publicReplies === 'all';

/**
 * Checks that the visitor who wrote an annotation may reply.
 *
 * @throws FORBIDDEN
 */
export function assertMayReply({ publicReplies }: Pick<Project, 'publicReplies'>): void {
  if (publicReplies !== 'none') return;
  throw new AppError(
    'FORBIDDEN',
    'Only members can reply in this project. Write a new comment, or ask the team to allow replies',
  );
}

/**
 * Checks that visitors may reply to annotations of others.
 *
 * @throws FORBIDDEN
 */
export function assertOthersMayReply(project: ReplySettings): void {
  assertMayReply(project);
  if (canReplyToOthers(project)) return;
  throw new AppError(
    'FORBIDDEN',
    'Visitors can reply only to their own comments in this project. Send the visitor token in the header x-visitor-token, ' +
      'or write a new comment',
  );
}

/** Reads the settings of a project; one statement for the annotations of a list. */
const settingsOf = rowReader(
  statement(
    'public-replies/settings',
    `SELECT id, public_annotations AS "publicAnnotations", public_replies AS "publicReplies" FROM projects
      WHERE id = ANY($ids::uuid[])`,
    { prepared: true },
  ),
);

/**
 * Whether the visitor of the request may reply to a public annotation.
 *
 * @param annotation.visitorToken token that the response of the creation has
 */
export async function canVisitorReply(
  ctx: Context<'pool'>,
  { id, projectId, visitorToken }: { id: string; projectId: string; visitorToken?: string | undefined },
): Promise<boolean> {
  const settings = await settingsOf(ctx, projectId);
  if (!settings || settings.publicReplies === 'none') return false;
  return canReplyToOthers(settings) || visitorToken !== undefined || hasTokenOf(ctx, id);
}
