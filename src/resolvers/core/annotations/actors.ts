import type { Context } from '../../../context.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { isServiceAccount } from '../../platform/policies/access.ts';
import { rowReader } from '../../platform/sql/row-reader.ts';
import { userById } from './assignee-of.ts';

/** Kinds of programs. */
export const PROGRAM_KINDS = ['personal_token', 'project_token', 'connected_app'] as const;
export type ProgramKind = (typeof PROGRAM_KINDS)[number];

/** Access token that rows name as `via`. */
export interface Program {
  id: string;
  name: string;
  kind: ProgramKind;
}

const PROGRAMS = statement(
  'actors/programs',
  `SELECT id, name, CASE WHEN client_id IS NOT NULL THEN 'connected_app'
                         WHEN organization_id IS NOT NULL THEN 'project_token' ELSE 'personal_token' END AS "kind!"
     FROM access_tokens WHERE id = ANY($ids::uuid[])`,
);

const programById = rowReader(PROGRAMS) as (ctx: Context<'pool'>, id: string) => Promise<Program | null>;

/**
 * Program that wrote a row; null without one, once its access token was removed, and for guests,
 * who do not know how the team works.
 */
export const programOf = (ctx: Context<'pool'>, { via }: { via?: string | null }): Promise<Program | null> | null =>
  via == null || ctx.reader.isGuest ? null : programById(ctx, via);

/** Author columns of a row. */
interface Authored {
  authorId: string | null;
  authorName: string | null;
  authorEmail: string | null;
  via?: string | null;
  /** Columns of replies. */
  byVisitor?: boolean;
  byOtherVisitor?: boolean;
  /** Column of annotations. */
  source?: string;
}

/** A visitor, as known from what was written. */
export interface Visitor {
  name: string | null;
  email: string | null;
}

/** Somebody who wrote something, by the name of the type. */
export type Actor = { User: User } | { Program: Program } | { Visitor: Visitor };

/**
 * Author of an annotation or a reply: a program for a service account. Null if nothing is known:
 * for imports, deleted accounts and erased persons.
 */
export async function actorOf(ctx: Context<'pool'>, row: Authored): Promise<Actor | null> {
  const { authorId, authorName: name, authorEmail: email } = row;
  if (authorId !== null) {
    const user = await userById(ctx, authorId);
    const program = user && isServiceAccount(user.email) ? await programOf(ctx, row) : null;
    return program ? { Program: program } : user && { User: user };
  }
  const isVisitor =
    row.byVisitor === true || row.byOtherVisitor === true || (row.source === 'overlay' && (name ?? email) !== null);
  return isVisitor ? { Visitor: { name, email } } : null;
}
