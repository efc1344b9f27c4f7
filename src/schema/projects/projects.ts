import { createProject } from '../../resolvers/core/projects/create-project.ts';
import { deleteProject } from '../../resolvers/core/projects/delete-project.ts';
import { getEmbedScript } from '../../resolvers/core/projects/get-embed-script.ts';
import { listProjects } from '../../resolvers/core/projects/list-projects.ts';
import { rotateProjectKey } from '../../resolvers/core/projects/rotate-project-key.ts';
import { updateProject } from '../../resolvers/core/projects/update-project.ts';
import { getProject } from '../../resolvers/projects/get-project.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { Deleted } from '../deleted.ts';
import { idOf, itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { ProjectType } from './project-type.ts';

const EmbedScript = builder.objectRef<{ script: string; projectKey: string }>('EmbedScript').implement({
  description: 'How a website loads the embed script.',
  fields: (t) => ({
    script: t.exposeString('script', { description: 'HTML to paste before the end of the head.' }),
    projectKey: t.exposeString('projectKey', { description: 'The key that stands in it.' }),
  }),
});

const tag = 'Projects';

builder.mutationField('createProject', (t) =>
  t.field({
    type: ProjectType,
    description: 'Makes a project. Emits project.created. CONFLICT when the slug is taken.',
    args: {
      organizationId: t.arg.id(idOf('organization')),
      name: t.arg.string({ required: true, description: '1–120 characters.' }),
      slug: t.arg.string({ required: true, description: 'Lower-case words joined by hyphens, up to 64 characters.' }),
      respectDoNotTrack: t.arg.boolean({
        description: 'false: also collect of visitors who ask not to be tracked. Default: true.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/projects', status: 201, tag },
      needs: 'project.create',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => createProject(ctx, args),
  }),
);

builder.queryField('projects', (t) =>
  t.connection(
    {
      type: ProjectType,
      description: 'The projects of an organization, newest first.',
      args: { organizationId: t.arg.id(idOf('organization')) },
      extensions: operation({
        rest: {
          method: 'GET',
          path: '/projects/organization/:organizationId',
          envelope: 'list',
          members: ['id', 'name', 'slug', 'organizationId', 'createdAt', 'updatedAt'],
          tag,
        },
        needs: 'project.read',
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listProjects(ctx, args.organizationId, page)),
    },
    ...connectionNames('Project', 'projects', 'A project'),
  ),
);

builder.queryField('project', (t) =>
  t.field({
    type: ProjectType,
    description: 'One project.',
    args: { id: t.arg.id(itsId('project')) },
    extensions: operation({
      rest: { method: 'GET', path: '/projects/:id', tag },
      needs: 'project.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getProject(ctx, args.id),
  }),
);

builder.mutationField('updateProject', (t) =>
  t.field({
    type: ProjectType,
    description: 'Changes what is given and leaves the rest. CONFLICT when the slug is taken.',
    args: {
      id: t.arg.id(itsId('project')),
      name: t.arg.string({ description: '1–120 characters.' }),
      slug: t.arg.string({ description: 'Lower-case words joined by hyphens, up to 64 characters.' }),
      publicFeedback: t.arg.boolean({
        description: 'false closes the public endpoints, also those of the embed script.',
      }),
      allowedOrigins: t.arg.stringList({
        description:
          'Origins such as https://shop.example, at most 50; empty: every origin may use the public endpoints.',
      }),
      snapshotRetention: t.arg.int({ description: 'Days to keep snapshots, 0–3 650; 0: until someone deletes them.' }),
      respectDoNotTrack: t.arg.boolean({
        description: 'false: also collect of visitors who ask not to be tracked.',
      }),
      captureComments: t.arg.boolean({
        description: 'false: take no picture of the pages of comments that are written in the overlay.',
      }),
    },
    extensions: operation({
      rest: { method: 'PATCH', path: '/projects/:id', tag },
      needs: 'project.change',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...changes }, ctx) => updateProject(ctx, id, changes),
  }),
);

builder.mutationField('deleteProject', (t) =>
  t.field({
    type: Deleted,
    description: 'Hides the project at once; its data is removed 30 days later.',
    args: { id: t.arg.id(itsId('project')) },
    extensions: operation({
      rest: { method: 'DELETE', path: '/projects/:id', tag },
      needs: 'project.delete',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => deleteProject(ctx, args.id),
  }),
);

builder.mutationField('rotateProjectKey', (t) =>
  t.field({
    type: ProjectType,
    description:
      'Gives the project a new key; the old one works for 24 hours more. It shuts nobody out: the project id works wherever a key does.',
    args: { id: t.arg.id(itsId('project')) },
    extensions: operation({
      rest: { method: 'POST', path: '/projects/:id/rotate-key', tag },
      needs: 'project.change',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => rotateProjectKey(ctx, args.id),
  }),
);

builder.queryField('embedScript', (t) =>
  t.field({
    type: EmbedScript,
    description: 'The HTML that loads the embed script with the key of this project.',
    args: { id: t.arg.id(itsId('project')) },
    extensions: operation({
      rest: { method: 'GET', path: '/projects/:id/embed-script', tag },
      needs: 'project.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getEmbedScript(ctx, args.id),
  }),
);
