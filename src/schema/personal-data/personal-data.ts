import { deleteAccount, eraseUser } from '../../resolvers/addons/personal-data/erase-account.ts';
import type { Erasure } from '../../resolvers/addons/personal-data/erase-person.ts';
import { eraseVisitor } from '../../resolvers/addons/personal-data/erase-visitor.ts';
import {
  type ExportLink,
  exportMyData,
  exportUser,
  exportVisitor,
} from '../../resolvers/addons/personal-data/export-link.ts';
import { builder } from '../builder.ts';
import { addMutation } from '../define-operation.ts';
import { parentId, resourceId } from '../id-arguments.ts';

const tag = 'Personal data';
const errorStatuses = [403] as const;
const ADMINISTRATORS = 'FORBIDDEN unless the user is an administrator of the installation.';
const OWNERSHIP =
  'Organizations without another member are deleted with the account. CONFLICT when another organization would have no owner.';

const ErasureType = builder.objectRef<Erasure>('Erasure').implement({
  description: 'Result of an erasure. Texts stay, without name, e-mail address and diagnostics of their author.',
  fields: (t) => ({
    annotations: t.exposeInt('annotations', { description: 'Number of annotations that no longer name their author.' }),
    comments: t.exposeInt('comments', { description: 'Number of replies that no longer name their author.' }),
  }),
});

const ExportLinkType = builder.objectRef<ExportLink>('PersonalDataExport').implement({
  description: 'A link that downloads the data of a person as JSON: { exportedAt, records: [{ table, row }] }.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Address of the download. It needs no Authorization header.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time until which it works: 10 minutes.' }),
  }),
});

const successorId = {
  description:
    'UUID of the user who becomes owner of the organizations that would have none; a member above guest of each.',
} as const;
const visitorEmail = { required: true, description: 'E-mail address that the person left, case-insensitive.' } as const;

addMutation('exportMyData', {
  type: ExportLinkType,
  description: 'Creates a link that downloads everything that is stored about the authenticated user.',
  rest: { method: 'POST', path: '/auth/me/export', tag },
  throttle: 'auth',
  resolve: exportMyData,
});

addMutation('deleteAccount', {
  type: ErasureType,
  description: `Erases the account of the authenticated user. ${OWNERSHIP}`,
  args: builder.args((t) => ({
    currentPassword: t.string({
      required: true,
      description: 'Current password. At most 10 wrong passwords in 15 minutes, as for logins.',
    }),
    successorId: t.string(successorId),
  })),
  rest: { method: 'POST', path: '/auth/me/erasure', tag },
  throttle: 'auth',
  resolve: deleteAccount,
});

addMutation('exportUser', {
  type: ExportLinkType,
  description: `Creates a link that downloads everything that is stored about a user. ${ADMINISTRATORS}`,
  args: builder.args((t) => ({ id: t.id(resourceId('user')) })),
  rest: { method: 'POST', path: '/installation/users/:id/export', tag, errorStatuses },
  resolve: (ctx, { id }) => exportUser(ctx, id),
});

addMutation('eraseUser', {
  type: ErasureType,
  description: `Erases the account of a user. ${OWNERSHIP} ${ADMINISTRATORS}`,
  args: builder.args((t) => ({ id: t.id(resourceId('user')), successorId: t.string(successorId) })),
  rest: { method: 'POST', path: '/installation/users/:id/erasure', tag, errorStatuses },
  resolve: (ctx, { id, ...args }) => eraseUser(ctx, id, args),
});

addMutation('exportVisitor', {
  type: ExportLinkType,
  description:
    'Creates a link that downloads what a person without an account wrote in the projects of an organization, with ' +
    'the diagnostics and the collected events of these visits.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    email: t.string(visitorEmail),
  })),
  rest: { method: 'POST', path: '/organizations/:organizationId/visitors/export', tag },
  needs: 'personalData.manage',
  resolve: (ctx, { organizationId, ...args }) => exportVisitor(ctx, organizationId, args),
});

addMutation('eraseVisitor', {
  type: ErasureType,
  description:
    'Removes name, e-mail address, diagnostics and collected events of a person without an account from the projects ' +
    'of an organization, and revokes open invitations to the address. The result is the same for an unknown address.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    email: t.string(visitorEmail),
  })),
  rest: { method: 'POST', path: '/organizations/:organizationId/visitors/erasure', tag },
  needs: 'personalData.manage',
  resolve: (ctx, { organizationId, ...args }) => eraseVisitor(ctx, organizationId, args),
});
