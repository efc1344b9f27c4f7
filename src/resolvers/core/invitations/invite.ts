import type { CallContext, Context } from '../../../context.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { invitationTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { InvitationEventData } from '../../platform/events/event-types.ts';
import { requireUser } from '../../platform/policies/access.ts';
import type { ProjectAccess } from '../members/project-access.ts';
import { INVITATION_COLUMNS, type Invitation, LIFETIME } from './invitation.ts';
import { sendInvitationMails } from './send-invitation-mails.ts';

/** A person to invite; the address is in lower case. */
export interface Invitee extends ProjectAccess {
  email: string;
  role: Role;
}

const TAKEN = statement(
  'invite/taken',
  `SELECT e.email AS "email!", CASE WHEN m.id IS NULL THEN 'invited' ELSE 'member' END AS "status!"
  FROM unnest($emails::text[]) AS e(email)
  LEFT JOIN users u ON u.email = e.email
  LEFT JOIN memberships m ON m.user_id = u.id AND m.organization_id = $organizationId
  LEFT JOIN invitations i ON i.organization_id = $organizationId AND i.email = e.email AND i.expires_at > now()
 WHERE m.id IS NOT NULL OR i.id IS NOT NULL`,
).narrow<{ status: 'member' | 'invited' }>();

/** Addresses that belong to members or open invitations. Requires the organization's lock. */
export async function findStatuses(
  sql: Queryable,
  organizationId: string,
  emails: string[],
): Promise<Map<string, 'member' | 'invited'>> {
  const rows = await TAKEN.rows(sql, { organizationId, emails });
  return new Map(rows.map(({ email, status }) => [email, status]));
}

/** Inserts invitations with their events; an expired invitation is replaced. */
const INSERT = statement(
  'invite/insert',
  `WITH given AS (
    SELECT * FROM json_to_recordset($given) 
      AS g(id uuid, email text, role "Role", all_projects boolean, project_ids uuid[], event_id uuid, event_data text)
  ), invited AS (
    INSERT INTO invitations
      (id, organization_id, email, role, all_projects, project_ids, invited_by_id, expires_at, mail_due_at)
    SELECT id, $organizationId, email, role, all_projects, project_ids, $invitedById, now() + interval '${LIFETIME}', now() FROM given
    ON CONFLICT (organization_id, email) DO UPDATE
       SET id = excluded.id, role = excluded.role, all_projects = excluded.all_projects,
           project_ids = excluded.project_ids, invited_by_id = excluded.invited_by_id, token_hash = NULL,
           created_at = now(), expires_at = excluded.expires_at, mail_due_at = excluded.mail_due_at, mail_attempts = 0,
           mailed_at = NULL
    RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, data) SELECT event_id, 'member.invited', $organizationId, event_data FROM given
  )
  SELECT ${INVITATION_COLUMNS} FROM invited ORDER BY id`,
);

/**
 * Inserts invitations, due to be mailed, and records member.invited for each. Requires the
 * organization's lock and addresses without a status. Call `dispatchInvitations` after the commit.
 */
export async function invite(
  sql: Queryable,
  ctx: CallContext,
  organizationId: string,
  invitees: Invitee[],
): Promise<Invitation[]> {
  if (invitees.length === 0) return [];
  const given = invitees.map(({ email, role, allProjects, projectIds }) => {
    const id = newId();
    const data: InvitationEventData = { member: { id, email, role }, organization: { id: organizationId } };
    const access = { all_projects: allProjects, project_ids: projectIds };
    return { id, email, role, ...access, event_id: newId(), event_data: JSON.stringify(data) };
  });
  const rows = await INSERT.rows(sql, { organizationId, invitedById: requireUser(ctx), given: JSON.stringify(given) });
  for (const invitation of rows) {
    await recordAudit(sql, ctx, {
      organizationId,
      action: 'invitation_created',
      target: invitationTarget(invitation),
      changes: { role: { before: null, after: invitation.role } },
    });
  }
  return rows;
}

/** Dispatches the events and mails of new invitations; jobs send what this process does not. */
export function dispatchInvitations(ctx: Context<'config' | 'mail' | 'pool' | 'runInBackground' | 'wakeRelay'>): void {
  ctx.services.wakeRelay();
  ctx.services.runInBackground('invitation mails', () => sendInvitationMails(ctx));
}
