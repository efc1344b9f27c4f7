import { importComments } from '../../resolvers/addons/imports/import-comments.ts';
import { importMembers } from '../../resolvers/addons/imports/import-members.ts';
import { importProjects } from '../../resolvers/addons/imports/import-projects.ts';
import type { ImportResult, PreviewedItem } from '../../resolvers/addons/imports/import-result.ts';
import { builder } from '../builder.ts';
import { addMutation } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';

const ImportFailure = builder.objectRef<ImportResult['failed'][number]>('ImportFailure').implement({
  description: 'An item that could not be imported.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index of the item in the request, from 0.' }),
    message: t.exposeString('message', { description: 'Error message.' }),
  }),
});

const PreviewedItemType = builder.objectRef<PreviewedItem>('PreviewedItem').implement({
  description: 'An item as a dry run has read it.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index of the item in the request, from 0.' }),
    isNew: t.exposeBoolean('isNew', { description: 'Whether it would be imported; existing ones are skipped.' }),
    item: t.expose('item', {
      type: 'JSONObject',
      description:
        'Its values after repairs: content (at most 500 characters), url, position, status, author and createdAt of a ' +
        'comment; name and url of a project; email, role, allProjects and projectIds of a member.',
    }),
  }),
});

const ImportResultType = builder.objectRef<ImportResult>('ImportResult').implement({
  description: 'Result of an import.',
  fields: (t) => ({
    imported: t.exposeInt('imported', { description: 'Number of imported items.' }),
    skipped: t.exposeInt('skipped', {
      description: 'Number of skipped items: existing ones and duplicates in the request.',
    }),
    failed: t.field({
      type: [ImportFailure],
      description: 'Invalid items. They do not affect other items.',
      resolve: ({ failed }) => failed,
    }),
    preview: t.field({
      type: [PreviewedItemType],
      nullable: true,
      description: 'The valid items of a dry run, at most 1 000. Null for an import.',
      resolve: ({ preview }) => preview,
    }),
  }),
});

const dryRun = {
  description:
    'Whether to import nothing, and return what would be imported: counts, failures and preview. Default: false.',
} as const;

addMutation('importComments', {
  type: ImportResultType,
  description:
    'Imports comments of another tool as annotations. Existing ones are skipped. Does not emit comment.created; ' +
    'subscriptions get one change of the kind imported.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    source: t.string({
      required: true,
      description:
        'Source tool, 1–64 characters: bugherd, marker.io, userback, or any other name. The generic format is always read.',
    }),
    comments: t.field({
      type: ['ImportItem'],
      required: { list: true, items: false },
      description:
        'Items, at most 10 000. Generic format: content (or text), url (or page), position_x and position_y (or x ' +
        'and y), status, author {name, email}, createdAt (string, Unix time in seconds or milliseconds, or day number of a spreadsheet), ' +
        'metadata, externalId.',
    }),
    dateSystem: t.int({
      description:
        'First year of the day numbers of a spreadsheet: 1900, or 1904 as in some files of Excel for Mac. Default: 1900.',
    }),
    dryRun: t.boolean(dryRun),
  })),
  rest: {
    method: 'POST',
    path: '/v1/projects/:projectId/import/comments',
    envelope: 'data',
    maxBodyMiB: 10,
    tag: 'Imports',
  },
  needs: 'annotation.import',
  acceptsTokens: true,
  resolve: (ctx, { projectId, ...args }) => importComments(ctx, projectId, args),
});

const organizationId = {
  description: 'UUID of the organization. Default: the first organization of the authenticated user.',
} as const;

addMutation('importProjects', {
  type: ImportResultType,
  description:
    'Creates projects from a list of websites, each with a slug from its name and a production environment. URLs ' +
    'that are already an environment of a project are skipped. Emits project.created for each.',
  args: builder.args((t) => ({
    organizationId: t.id(organizationId),
    projects: t.field({
      type: ['ImportItem'],
      required: { list: true, items: false },
      description: 'Items, at most 1 000. name: 1–120 characters; url: base URL of the pages, http or https.',
    }),
    dryRun: t.boolean(dryRun),
  })),
  rest: { method: 'POST', path: '/v1/import/projects', envelope: 'data', maxBodyMiB: 10, tag: 'Imports' },
  needs: 'project.create',
  acceptsTokens: true,
  resolve: importProjects,
});

addMutation('importMembers', {
  type: ImportResultType,
  description:
    'Invites a list of people by e-mail. Members and people with a pending invitation are skipped. Emits ' +
    'member.invited for each.',
  args: builder.args((t) => ({
    organizationId: t.id(organizationId),
    members: t.field({
      type: ['ImportItem'],
      required: { list: true, items: false },
      description:
        'Items, at most 1 000. email; role: owner, admin, editor, viewer or guest; allProjects and projectIds as for an invitation.',
    }),
    dryRun: t.boolean(dryRun),
  })),
  rest: { method: 'POST', path: '/v1/import/members', envelope: 'data', maxBodyMiB: 10, tag: 'Imports' },
  needs: 'member.manage',
  needsAlso: { right: 'admin.manage', where: 'for items with the role admin or owner, which fail otherwise' },
  resolve: importMembers,
});
