import { importComments } from '../../resolvers/addons/imports/import-comments.ts';
import { importMembers } from '../../resolvers/addons/imports/import-members.ts';
import { importProjects } from '../../resolvers/addons/imports/import-projects.ts';
import type { ImportResult } from '../../resolvers/addons/imports/import-result.ts';
import { builder } from '../builder.ts';
import { idOf } from '../id-arguments.ts';
import { operation } from '../operation.ts';

const ImportFailure = builder.objectRef<ImportResult['failed'][number]>('ImportFailure').implement({
  description: 'An item that was not taken over.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place in the list that was sent, from 0.' }),
    message: t.exposeString('message', { description: 'What is wrong with it.' }),
  }),
});

const ImportResultType = builder.objectRef<ImportResult>('ImportResult').implement({
  description: 'What became of the items of an import.',
  fields: (t) => ({
    imported: t.exposeInt('imported', { description: 'Items that are new here.' }),
    skipped: t.exposeInt('skipped', { description: 'Items that were here already, or stood twice in the list.' }),
    failed: t.field({
      type: [ImportFailure],
      description: 'Items that are wrong; they stop no others.',
      resolve: ({ failed }) => failed,
    }),
  }),
});

builder.mutationField('importComments', (t) =>
  t.field({
    type: ImportResultType,
    description:
      'Takes over the comments of another tool as annotations. Repeating it skips what is here. Emits no ' +
      'comment.created; subscribers are told once, by imported.',
    args: {
      projectId: t.arg.id(idOf('project')),
      source: t.arg.string({
        required: true,
        description: 'The tool, 1–64 characters: bugherd, marker.io, userback, or any other for the plain shape.',
      }),
      comments: t.arg({
        type: ['ImportItem'],
        required: { list: true, items: false },
        description:
          'At most 10 000. Plain shape: content (or text), url (or page), position_x and position_y (or x and y), ' +
          'status, author {name, email}, createdAt (text, or a Unix time in seconds or milliseconds), metadata, externalId.',
      }),
    },
    extensions: operation({
      rest: {
        method: 'POST',
        path: '/v1/projects/:projectId/import/comments',
        envelope: 'data',
        maxBodyMiB: 10,
        tag: 'Imports',
      },
      needs: 'annotation.create',
      throttle: 'api',
    }),
    resolve: (_root, { projectId, ...args }, ctx) => importComments(ctx, projectId, args),
  }),
);

const organizationId = { description: "UUID of the organization. Default: the caller's first." } as const;

builder.mutationField('importProjects', (t) =>
  t.field({
    type: ImportResultType,
    description:
      'Makes projects from a list of websites, each with a slug from its name and a production environment. Skips a url that is ' +
      'an environment of some project already. Emits project.created for each.',
    args: {
      organizationId: t.arg.id(organizationId),
      projects: t.arg({
        type: ['ImportItem'],
        required: { list: true, items: false },
        description: 'At most 1 000. name: 1–120 characters; url: where the pages begin, http or https.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/v1/import/projects', envelope: 'data', maxBodyMiB: 10, tag: 'Imports' },
      needs: 'project.create',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => importProjects(ctx, args),
  }),
);

builder.mutationField('importMembers', (t) =>
  t.field({
    type: ImportResultType,
    description:
      'Invites a list of people by mail. Skips members and those with an open invitation. Emits member.invited for each.',
    args: {
      organizationId: t.arg.id(organizationId),
      members: t.arg({
        type: ['ImportItem'],
        required: { list: true, items: false },
        description: 'At most 1 000. email; role: owner, admin, editor or viewer.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/v1/import/members', envelope: 'data', maxBodyMiB: 10, tag: 'Imports' },
      needs: 'member.manage',
      needsAlso: { right: 'admin.manage', where: 'for items with the role admin or owner, which fail otherwise' },
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => importMembers(ctx, args),
  }),
);
