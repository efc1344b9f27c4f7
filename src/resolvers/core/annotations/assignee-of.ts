import type { Context } from '../../../context.ts';
import { type Annotation, Prisma, type User } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { rowReader } from '../../platform/sql/row-reader.ts';
import { selectList } from '../../platform/sql/select-list.ts';

const BY_ID = statement(
  'assignee-of/by-id',
  `SELECT ${selectList(Prisma.UserScalarFieldEnum)} FROM users WHERE id = ANY($ids::uuid[])`,
);

/** A user; null after the account was deleted. */
export const userById = rowReader(BY_ID);

/**
 * Assigned member of an annotation, by the assignee that was read: the row may refer to a former
 * member.
 */
export const assigneeOf = (
  ctx: Context<'pool'>,
  { assigneeId }: Pick<Annotation, 'assigneeId'>,
): Promise<User | null> | null => (assigneeId === null ? null : userById(ctx, assigneeId));
