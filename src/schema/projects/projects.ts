import { createProject } from '../../resolvers/core/projects/create-project.ts';
import { deleteProject } from '../../resolvers/core/projects/delete-project.ts';
import { getEmbedScript, type ScriptSnippets } from '../../resolvers/core/projects/get-embed-script.ts';
import { listProjects } from '../../resolvers/core/projects/list-projects.ts';
import { getProject } from '../../resolvers/core/projects/require-project.ts';
import { rotateProjectKey } from '../../resolvers/core/projects/rotate-project-key.ts';
import { updateProject } from '../../resolvers/core/projects/update-project.ts';
import { builder } from '../builder.ts';
import { actOnOne, addMutation, addQuery, listOf, readOne } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { PROJECTS, ProjectType, PublicAnnotationsEnum, PublicRepliesEnum } from './project-type.ts';

const EmbedScript = builder.objectRef<ScriptSnippets>('EmbedScript').implement({
  description: 'HTML that loads the scripts of the project on its website.',
  fields: (t) => ({
    script: t.exposeString('script', {
      description: 'HTML that loads the embed script, to insert before the closing head tag.',
    }),
    overlayScript: t.exposeString('overlayScript', {
      description: 'HTML that loads the overlay, to insert before the closing head tag.',
    }),
    projectKey: t.exposeString('projectKey', { description: 'Project key used in the HTML.' }),
  }),
});

const OverlayAudienceEnum = builder.enumType('OverlayAudience', {
  description: 'People who see the overlay on the website.',
  values: {
    everyone: { description: 'Everyone.' },
    parameter: { description: 'Visitors whose address has the parameter pinbound, until they close the tab.' },
    members: { description: 'Members: nobody until the accessToken that the page provides returns a value.' },
  } as const,
});

const tag = 'Projects';

addMutation('createProject', {
  type: ProjectType,
  description: 'Creates a project. Emits project.created. CONFLICT when the slug is taken.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    name: t.string({ required: true, description: 'Display name, 1–120 characters.' }),
    slug: t.string({
      description:
        'Lowercase words joined by hyphens, at most 64 characters. Default: derived from the name, free in the ' +
        'organization.',
    }),
    respectDoNotTrack: t.boolean({
      description: 'Whether visitors who ask not to be tracked are excluded from collection. Default: true.',
    }),
  })),
  rest: { method: 'POST', path: '/projects', status: 201, tag },
  needs: 'project.create',
  acceptsTokens: true,
  resolve: createProject,
});

listOf('projects', {
  type: ProjectType,
  connection: PROJECTS,
  description: 'Projects of an organization, newest first.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: {
    path: '/projects/organization/:organizationId',
    members: ['id', 'name', 'slug', 'organizationId', 'createdAt', 'updatedAt'],
    tag,
  },
  needs: 'project.read',
  acceptsTokens: true,
  list: (ctx, args, page) => listProjects(ctx, args.organizationId, page),
});

readOne('project', {
  type: ProjectType,
  of: 'project',
  description: 'One project.',
  rest: { path: '/projects/:id', tag },
  needs: 'project.read',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: getProject,
});

addMutation('updateProject', {
  type: ProjectType,
  description: 'Updates the given fields. CONFLICT when the slug is taken.',
  args: builder.args((t) => ({
    id: t.id(resourceId('project')),
    name: t.string({ description: 'Display name, 1–120 characters.' }),
    slug: t.string({ description: 'Lowercase words joined by hyphens, at most 64 characters.' }),
    publicFeedback: t.boolean({
      description: 'Whether visitors may read and write feedback. false also closes the endpoints of the embed script.',
    }),
    allowedOrigins: t.stringList({
      description:
        'Origins that may use the public endpoints, such as https://shop.example, at most 50; empty: all origins.',
    }),
    snapshotRetention: t.int({ description: 'Retention of snapshots in days, 0–3 650; 0: until they are deleted.' }),
    respectDoNotTrack: t.boolean({
      description: 'Whether visitors who ask not to be tracked are excluded from collection.',
    }),
    captureComments: t.boolean({
      description: 'Whether the pages of comments written in the overlay are captured.',
    }),
    hideWebdriver: t.boolean({
      description:
        'Whether captured pages read false from navigator.webdriver. Terms of a site may forbid that; false by default.',
    }),
    publicAnnotations: t.field({
      type: PublicAnnotationsEnum,
      description: 'Annotations that third parties with the project key may list and follow: all, own or none.',
    }),
    publicReplies: t.field({
      type: PublicRepliesEnum,
      description: 'Visitors who may reply to public annotations: all, own or none; own by default.',
    }),
    panelOrigins: t.stringList({
      description:
        'Origins whose pages may frame the panel of members, such as https://shop.example, at most 50; empty: none. ' +
        'Removing one ends the sessions of the panel there.',
    }),
    previewHosts: t.stringList({
      description:
        'Hosts outside of the environments where fixes can be checked, at most 20: preview.shop.example, ' +
        '*.preview.shop.example or *--shop.netlify.app. * stands for letters, digits and hyphens of the first label. ' +
        'Captures send no credentials there.',
    }),
  })),
  rest: { method: 'PATCH', path: '/projects/:id', tag },
  needs: 'project.change',
  acceptsTokens: true,
  resolve: (ctx, { id, ...changes }) => updateProject(ctx, id, changes),
});

removeOne('deleteProject', {
  of: 'project',
  description: 'Deletes a project. Its data is removed after 30 days.',
  rest: { path: '/projects/:id', tag },
  needs: 'project.delete',
  acceptsTokens: true,
  resolve: deleteProject,
});

actOnOne('rotateProjectKey', {
  type: ProjectType,
  of: 'project',
  description:
    'Replaces the project key. The old key works for 24 more hours. This does not block any client: the project ' +
    'ID is accepted wherever a key is.',
  rest: { path: '/projects/:id/rotate-key', tag },
  needs: 'project.change',
  acceptsTokens: true,
  resolve: rotateProjectKey,
});

addQuery('embedScript', {
  type: EmbedScript,
  description: 'The HTML that loads the embed script and the overlay with the key of this project.',
  args: builder.args((t) => ({
    id: t.id(resourceId('project')),
    audience: t.field({
      type: OverlayAudienceEnum,
      description: 'People who see the overlay: an option in its HTML. Default: everyone.',
    }),
  })),
  rest: { method: 'GET', path: '/projects/:id/embed-script', tag },
  needs: 'project.read',
  acceptsTokens: true,
  resolve: (ctx, { id, audience }) => getEmbedScript(ctx, id, audience),
});
