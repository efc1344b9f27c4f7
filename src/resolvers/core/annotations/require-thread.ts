import type { Context } from '../../../context.ts';
import type { Project, Role } from '../../../generated/prisma/client.ts';
import { requireUser } from '../../platform/policies/access.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { requireAnnotation } from './require-annotation.ts';
import { isVisitor, requireVisitorThread, type VisitorThread } from './visitor-tokens.ts';

/** A thread with the member who reads or writes it. */
export type MemberThread = VisitorThread & { role: Role; userId: string };

/** A thread with its reader: a member, or the visitor who wrote the annotation. */
export type Thread = MemberThread | (VisitorThread & Pick<Project, 'publicReplies'> & { role: null; userId: null });

/**
 * Loads an annotation for a member who may perform `action` on it.
 *
 * @throws the errors of `requireAnnotation`
 */
export async function requireMemberThread(ctx: Context<'pool'>, id: string, action: Action): Promise<MemberThread> {
  const userId = requireUser(ctx);
  return { ...(await requireAnnotation(ctx, id, action)), userId };
}

/**
 * Loads an annotation for a member who may perform `action` on it, or for the visitor who wrote it.
 *
 * @throws the errors of `requireAnnotation` and `requireVisitorThread`
 */
export async function requireThread(ctx: Context<'pool'>, id: string, action: Action): Promise<Thread> {
  if (!isVisitor(ctx)) return requireMemberThread(ctx, id, action);
  return { ...(await requireVisitorThread(ctx, id)), role: null, userId: null };
}
