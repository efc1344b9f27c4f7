import { listAuditTrail } from '../../resolvers/core/organizations/list-audit-trail.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../resolvers/platform/audit/audit-actions.ts';
import { UserType } from '../auth/user-type.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { listOf } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { VIA } from '../via.ts';

const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'Action.',
  values: Object.fromEntries(Object.entries(AUDIT_ACTIONS).map(([name, description]) => [name, { description }])) as {
    [Action in AuditAction]: { description: string };
  },
});

/** Readable by admins. */
export const AuditEntryType = builder.prismaObject('AuditEntry', {
  description: 'A security-relevant change in an organization. Entries cannot be changed or deleted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    action: t.field({
      type: AuditActionEnum,
      description: 'Action.',
      // Only recordAudit writes the column.
      resolve: ({ action }) => action as AuditAction,
    }),
    targetType: t.exposeString('targetType', { description: 'Type of the changed resource, such as project.' }),
    targetId: t.exposeString('targetId', { description: 'ID of the changed resource, which may no longer exist.' }),
    targetName: t.exposeString('targetName', { description: 'Name of the changed resource at that time.' }),
    changes: t.expose('changes', {
      type: 'JSONObject',
      description: 'Changed members, each with before and after. Values of secrets are omitted.',
    }),
    actorId: t.exposeID('actorId', { nullable: true, description: 'User who made the change; null for the system.' }),
    actor: t.relation('actor', {
      type: UserType,
      nullable: true,
      description: 'User who made the change; null for the system and for a deleted account.',
      extensions: GRAPHQL_ONLY,
    }),
    via: t.exposeID('via', { nullable: true, description: VIA }),
    ip: t.exposeString('ip', { description: 'IP address of the request.' }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'User agent of the request, the first 256 characters.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the change.' }),
  }),
});

listOf('auditTrail', {
  type: AuditEntryType,
  connection: connectionTypes('AuditEntry', 'changes', 'A change'),
  description: 'Changes of roles, members, keys, secrets, billing and settings of an organization, newest first.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    action: t.field({ type: AuditActionEnum, description: 'Only entries with this action.' }),
    actorId: t.id({ description: "Only this user's changes, by UUID." }),
    from: t.field({ type: 'DateTime', description: 'Only changes at or after this time.' }),
    to: t.field({
      type: 'DateTime',
      description: 'Only changes at or before this time; a date covers the whole day, UTC.',
    }),
  })),
  rest: { path: '/organizations/:organizationId/audit', tag: 'Organizations' },
  needs: 'audit.read',
  acceptsTokens: true,
  list: (ctx, { organizationId, ...args }, page) => listAuditTrail(ctx, organizationId, args, page),
});
