import { EnvironmentKind } from '../../generated/prisma/client.ts';
import { createEnvironment } from '../../resolvers/core/environments/create-environment.ts';
import { deleteEnvironment } from '../../resolvers/core/environments/delete-environment.ts';
import { listEnvironments } from '../../resolvers/core/environments/list-environments.ts';
import { updateEnvironment } from '../../resolvers/core/environments/update-environment.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { Deleted } from '../deleted.ts';
import { idOf, itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';

const EnvironmentKindEnum = builder.enumType('EnvironmentKind', {
  description: 'What an environment is for.',
  values: {
    [EnvironmentKind.production]: { description: 'What visitors use.' },
    [EnvironmentKind.staging]: { description: 'What is tried before it is published.' },
    [EnvironmentKind.development]: { description: 'What is being worked on.' },
  } as const,
});

const EnvironmentType = builder.prismaObject('Environment', {
  description: "One place where a project's pages are served. The annotations of those pages belong to it.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    projectId: t.exposeID('projectId', { description: 'The project it belongs to.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    url: t.exposeString('url', { description: 'Where its pages begin, as it was sent.' }),
    kind: t.expose('kind', { type: EnvironmentKindEnum, description: 'What it is for.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const nameDescription = '1–120 characters.';
const urlDescription = 'Origin and path that its pages begin with: http or https, at most 2 048 characters.';
const kindDescription = 'What it is for.';
const tag = 'Environments';

builder.mutationField('createEnvironment', (t) =>
  t.field({
    type: EnvironmentType,
    description:
      'Makes an environment. Annotations belong to the environment whose origin and longest path fit their ' +
      'url; those that exist are assigned anew, the oldest of very many within moments after the answer. ' +
      'CONFLICT when the project has the url.',
    args: {
      projectId: t.arg.id(idOf('project')),
      name: t.arg.string({ required: true, description: nameDescription }),
      url: t.arg.string({ required: true, description: urlDescription }),
      kind: t.arg({ type: EnvironmentKindEnum, required: true, description: kindDescription }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/environments', status: 201, tag },
      needs: 'environment.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => createEnvironment(ctx, args),
  }),
);

builder.queryField('environments', (t) =>
  t.connection(
    {
      type: EnvironmentType,
      description: 'The environments of a project, newest first.',
      args: { projectId: t.arg.id(idOf('project')) },
      extensions: operation({
        rest: { method: 'GET', path: '/environments/project/:projectId', envelope: 'list', tag },
        needs: 'project.read',
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listEnvironments(ctx, args.projectId, page)),
    },
    ...connectionNames('Environment', 'environments', 'An environment'),
  ),
);

builder.mutationField('updateEnvironment', (t) =>
  t.field({
    type: EnvironmentType,
    description:
      'Changes what is given and leaves the rest. With another url, annotations are assigned anew, the oldest of very many ' +
      'within moments after the answer. CONFLICT when the project has the url.',
    args: {
      id: t.arg.id(itsId('environment')),
      name: t.arg.string({ description: nameDescription }),
      url: t.arg.string({ description: urlDescription }),
      kind: t.arg({ type: EnvironmentKindEnum, description: kindDescription }),
    },
    extensions: operation({
      rest: { method: 'PATCH', path: '/environments/:id', tag },
      needs: 'environment.manage',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...changes }, ctx) => updateEnvironment(ctx, id, changes),
  }),
);

builder.mutationField('deleteEnvironment', (t) =>
  t.field({
    type: Deleted,
    description:
      'Removes an environment. Its annotations stay and are assigned anew, the oldest of very many within moments after ' +
      'the answer.',
    args: { id: t.arg.id(itsId('environment')) },
    extensions: operation({
      rest: { method: 'DELETE', path: '/environments/:id', tag },
      needs: 'environment.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => deleteEnvironment(ctx, args.id),
  }),
);
