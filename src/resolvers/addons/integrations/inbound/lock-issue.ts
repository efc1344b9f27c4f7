import type { ExternalIssue } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { LOCKED_ANNOTATION_COLUMNS, type LockedAnnotation } from '../../../core/annotations/columns.ts';

/** A locked annotation with its issue. */
export type LockedIssue = LockedAnnotation &
  Pick<ExternalIssue, 'sendingState' | 'sentStates'> & {
    organizationId: string;
    issueState: ExternalIssue['state'];
    issueChangedAt: ExternalIssue['changedAt'];
  };

const LOCK = statement(
  'lock-issue/lock',
  `SELECT ${LOCKED_ANNOTATION_COLUMNS}, p.organization_id AS "organizationId", x.state AS "issueState",
    x.sending_state AS "sendingState", x.sent_states AS "sentStates", x.changed_at AS "issueChangedAt"
  FROM external_issues x
  JOIN annotations a ON a.id = x.annotation_id AND a.deleted_at IS NULL
  JOIN projects p ON p.id = a.project_id
  JOIN webhooks w ON w.id = x.integration_id
  WHERE x.integration_id = $integrationId AND x.external_id = $externalId AND starts_with(x.place, w.url || '/') FOR NO KEY UPDATE OF x, a`,
);

/**
 * Locks an issue with its annotation until the end of the transaction. Finds issues of the current
 * tracker only.
 */
export async function lockIssue(
  sql: Queryable,
  integrationId: string,
  externalId: string,
): Promise<LockedIssue | undefined> {
  return await LOCK.first(sql, { integrationId, externalId });
}
