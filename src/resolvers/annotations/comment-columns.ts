import { Prisma } from '../../generated/prisma/client.ts';
import { selectList } from '../platform/sql/select-list.ts';

/** The select list of comments. */
export const COMMENT_COLUMNS = selectList(Prisma.CommentScalarFieldEnum);
