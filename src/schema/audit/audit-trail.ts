import { AUDIT_ACTIONS, type AuditAction } from '../../resolvers/audit/audit-actions.ts';
import { listAuditTrail } from '../../resolvers/core/organizations/list-audit-trail.ts';
import { UserType } from '../auth/user-type.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { idOf } from '../id-arguments.ts';
import { GRAPHQL_ONLY, operation } from '../operation.ts';

const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'What was done.',
  values: Object.fromEntries(Object.entries(AUDIT_ACTIONS).map(([name, description]) => [name, { description }])) as {
    [Action in AuditAction]: { description: string };
  },
});

const AuditEntryType = builder.prismaObject('AuditEntry', {
  description: 'One change of what the safety of an organization rests on. It cannot be changed or removed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    action: t.field({
      type: AuditActionEnum,
      description: 'What was done.',
      // Only recordAudit writes the column.
      resolve: ({ action }) => action as AuditAction,
    }),
    targetType: t.exposeString('targetType', { description: 'The kind of thing that was changed, such as project.' }),
    targetId: t.exposeString('targetId', { description: 'The id of what was changed; it may be gone.' }),
    targetName: t.exposeString('targetName', { description: 'What people called it at the time.' }),
    changes: t.expose('changes', {
      type: 'JSONObject',
      description: 'Members that changed, each with before and after. Of a secret only that it changed.',
    }),
    actorId: t.exposeID('actorId', { nullable: true, description: 'The user who did it; null for the system.' }),
    actor: t.relation('actor', {
      type: UserType,
      nullable: true,
      description: 'The user who did it; null for the system, and once the account is gone.',
      extensions: GRAPHQL_ONLY,
    }),
    ip: t.exposeString('ip', { description: 'The address that it was done from.' }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'What the program called itself, its first 256 characters.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
});

builder.queryField('auditTrail', (t) =>
  t.connection(
    {
      type: AuditEntryType,
      description:
        'Who changed roles, members, keys, secrets, billing and settings of an organization, when and from where; ' +
        'newest first.',
      args: {
        organizationId: t.arg.id(idOf('organization')),
        action: t.arg({ type: AuditActionEnum, description: 'Only this action.' }),
        actorId: t.arg.id({ description: 'Only what this user did, by UUID.' }),
        from: t.arg({ type: 'DateTime', description: 'Only from this time on.' }),
        to: t.arg({ type: 'DateTime', description: 'Only up to this time; a date alone is all of that day, UTC.' }),
      },
      extensions: operation({
        rest: { method: 'GET', path: '/organizations/:organizationId/audit', envelope: 'list', tag: 'Organizations' },
        needs: 'audit.read',
        throttle: 'api',
      }),
      resolve: (_root, { organizationId, ...args }, ctx) =>
        connectionOf(args, (page) => listAuditTrail(ctx, organizationId, args, page)),
    },
    ...connectionNames('AuditEntry', 'changes', 'A change'),
  ),
);
