import {
  type ElementSource,
  locateElement,
  MAX_CANDIDATES,
  type SOURCE_EVIDENCE,
  type SourceCandidate,
} from '../../resolvers/addons/sources/locate-element.ts';
import { uploadSources } from '../../resolvers/addons/sources/upload-sources.ts';
import { builder } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { addMutation, addQuery } from '../define-operation.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { LOCATE } from './agent-tools.ts';

const SourceEvidenceEnum = builder.enumType('SourceEvidence', {
  description: 'Evidence for a place in the code.',
  values: {
    manifest: { description: 'The manifest of the build plugin.' },
    hint: { description: 'A file that the page named.' },
  } satisfies Record<(typeof SOURCE_EVIDENCE)[number], { description: string }>,
});

const SourceManifestType = builder.prismaObject('SourceManifest', {
  description: 'Places in the code of the elements of a commit, by the ids of the build plugin `pinbound-source`.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
    commit: t.exposeString('commit', { description: 'Commit, as deployments name it.' }),
    repository: t.exposeString('repository', { nullable: true, description: 'Web page of the repository.' }),
    elementCount: t.exposeInt('elementCount', { description: 'Number of elements.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the first upload.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last upload that changed it.' }),
  }),
});

const SourceCandidateType = builder.objectRef<SourceCandidate>('SourceCandidate').implement({
  description: 'A place where the code of an element may be.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'Path, from the root of the repository if a manifest names it.' }),
    line: t.exposeInt('line', { nullable: true, description: 'Line, from 1.' }),
    column: t.exposeInt('column', { nullable: true, description: 'Column, from 1.' }),
    component: t.exposeString('component', { nullable: true, description: 'Name of the component.' }),
    by: t.expose('by', { type: SourceEvidenceEnum, description: 'Evidence.' }),
    reason: t.exposeString('reason', { description: 'Why it is listed.' }),
    confidence: t.exposeFloat('confidence', { description: 'Confidence, 0 to 1.' }),
    url: t.exposeString('url', {
      nullable: true,
      description:
        'Page of the repository that shows the line at the commit; null if its address or the commit is unknown.',
    }),
  }),
});

const ElementSourceType = builder.objectRef<ElementSource>('ElementSource').implement({
  description: 'Places where the code of the element of an annotation may be.',
  fields: (t) => ({
    annotationId: t.exposeID('annotationId', { description: 'UUID of the annotation.' }),
    commit: t.exposeString('commit', {
      nullable: true,
      description: 'Commit whose manifest names the element; null if none does.',
    }),
    candidates: t.field({
      type: [SourceCandidateType],
      description: 'The most probable place first; empty if nothing is known.',
      extensions: maxItems(MAX_CANDIDATES),
      resolve: ({ candidates }) => candidates,
    }),
  }),
});

addMutation('uploadSources', {
  type: SourceManifestType,
  description:
    'Stores where the elements of a commit are in the code, by the ids of the build plugin. A repetition changes nothing; ' +
    'another manifest of the commit replaces it. The last 30 are kept, and those of the commits that environments show.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    commit: t.string({ required: true, description: 'Commit, as deployments name it, 1–255 characters.' }),
    repository: t.string({
      description: 'Web page of the repository, such as https://github.com/acme/shop, for links to lines.',
    }),
    manifest: t.field({
      type: 'ElementManifest',
      required: true,
      description:
        'Manifest of the plugin, with at most 200 000 places, and paths within the repository. An id of more than 20 places is ' +
        'not stored.',
    }),
  })),
  rest: {
    method: 'POST',
    path: '/v1/projects/:projectId/sources',
    envelope: 'data',
    maxBodyMiB: 10,
    tag: 'Deployments',
  },
  needs: 'deployment.create',
  acceptsTokens: true,
  resolve: (ctx, { projectId, ...args }) => uploadSources(ctx, projectId, args),
});

addQuery('locate', {
  type: ElementSourceType,
  description:
    'Places in the code of the element of an annotation: by the uploaded manifest of the deployed commit, and by files that ' +
    'the page named.',
  args: builder.args((t) => ({ id: t.id(resourceId('annotation')) })),
  rest: { method: 'GET', path: '/v1/annotations/:id/locate', envelope: 'data', tag: 'Annotations' },
  mcp: [LOCATE],
  needs: 'diagnostics.read',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: (ctx, { id }) => locateElement(ctx, id),
});
