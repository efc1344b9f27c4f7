import type { Context } from '../../../context.ts';
import { type Label, Prisma } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { joinProjectMember, MEMBERSHIP_CLAIMS, type MembershipClaims } from '../../platform/policies/access.ts';
import { requireRow } from '../../platform/policies/require-row.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM labels l`. */
export const LABEL_COLUMNS = selectList(Prisma.LabelScalarFieldEnum, { alias: 'l' });

const FOR_USER = statement(
  'require-label/for-user',
  `SELECT ${LABEL_COLUMNS}, ${MEMBERSHIP_CLAIMS}
           FROM labels l
           JOIN projects p ON p.id = l.project_id AND p.deleted_at IS NULL
           ${joinProjectMember('$userId')}
          WHERE l.id = $id`,
  { prepared: true },
);

/**
 * Loads a label if the user may manage it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for a label of another organization and for a malformed id
 */
export const requireLabel = (ctx: Context<'pool'>, id: string): Promise<Label & MembershipClaims> =>
  requireRow(ctx, {
    what: 'Label',
    id,
    query: FOR_USER,
    action: 'label.manage',
    scopeOf: ({ projectId }) => ({ projectId }),
  });
