import { EnvironmentKind } from '../../generated/prisma/client.ts';
import { createEnvironment } from '../../resolvers/core/environments/create-environment.ts';
import { deleteEnvironment } from '../../resolvers/core/environments/delete-environment.ts';
import { listEnvironments } from '../../resolvers/core/environments/list-environments.ts';
import { updateEnvironment } from '../../resolvers/core/environments/update-environment.ts';
import { builder } from '../builder.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { NodeInterface } from '../node.ts';
import { connectionOf } from '../related.ts';

const EnvironmentKindEnum = builder.enumType('EnvironmentKind', {
  description: 'Purpose of an environment.',
  values: {
    [EnvironmentKind.production]: { description: 'The public website.' },
    [EnvironmentKind.staging]: { description: 'A preview before publication.' },
    [EnvironmentKind.development]: { description: 'A development version.' },
  } as const,
});

export const EnvironmentType = builder.prismaObject('Environment', {
  interfaces: [NodeInterface],
  description: "A deployment of a project's website. Annotations of its pages belong to it.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    url: t.exposeString('url', { description: 'Base URL of the pages as it was sent.' }),
    kind: t.expose('kind', { type: EnvironmentKindEnum, description: 'Purpose of the environment.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
});

export const ENVIRONMENTS = connectionOf(EnvironmentType, 'Environment', 'environments', 'An environment');

const nameDescription = 'Display name, 1–120 characters.';
const urlDescription = 'Base URL of the pages, origin and path: http or https, at most 2 048 characters.';
const kindDescription = 'Purpose of the environment.';
const tag = 'Environments';

addMutation('createEnvironment', {
  type: EnvironmentType,
  description:
    'Creates an environment. Annotations belong to the environment with the same origin and the longest matching ' +
    'path. Existing annotations are reassigned; if there are very many, the oldest follow shortly after the ' +
    'response. CONFLICT when the project already has the URL.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    name: t.string({ required: true, description: nameDescription }),
    url: t.string({ required: true, description: urlDescription }),
    kind: t.field({ type: EnvironmentKindEnum, required: true, description: kindDescription }),
  })),
  rest: { method: 'POST', path: '/environments', status: 201, tag },
  needs: 'environment.manage',
  acceptsTokens: true,
  resolve: createEnvironment,
});

listOf('environments', {
  type: EnvironmentType,
  connection: ENVIRONMENTS,
  description: 'Environments of a project, newest first.',
  args: builder.args((t) => ({ projectId: t.id(parentId('project')) })),
  rest: { path: '/environments/project/:projectId', tag },
  needs: 'project.read',
  acceptsTokens: true,
  acceptsPanel: true,
  list: (ctx, args, page) => listEnvironments(ctx, args.projectId, page),
});

addMutation('updateEnvironment', {
  type: EnvironmentType,
  description:
    'Updates the given fields. A new URL reassigns annotations; if there are very many, the oldest follow ' +
    'shortly after the response. CONFLICT when the project already has the URL.',
  args: builder.args((t) => ({
    id: t.id(resourceId('environment')),
    name: t.string({ description: nameDescription }),
    url: t.string({ description: urlDescription }),
    kind: t.field({ type: EnvironmentKindEnum, description: kindDescription }),
  })),
  rest: { method: 'PATCH', path: '/environments/:id', tag },
  needs: 'environment.manage',
  acceptsTokens: true,
  resolve: (ctx, { id, ...changes }) => updateEnvironment(ctx, id, changes),
});

removeOne('deleteEnvironment', {
  of: 'environment',
  description:
    'Deletes an environment. Its annotations are reassigned; if there are very many, the oldest follow shortly ' +
    'after the response.',
  rest: { path: '/environments/:id', tag },
  needs: 'environment.manage',
  acceptsTokens: true,
  resolve: deleteEnvironment,
});
