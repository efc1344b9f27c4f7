import { audienceFor } from '../../resolvers/core/annotations/visibility.ts';
import {
  countAnnotations,
  countsOfProject,
  EXACT_COUNT,
  type KeyCount,
  MAX_PROJECT_KEYS,
} from '../../resolvers/core/work-list/count-annotations.ts';
import { workListOf } from '../../resolvers/core/work-list/list-work.ts';
import { organizationScope, scopeOfProject } from '../../resolvers/core/work-list/work-list-scope.ts';
import { requireRelated } from '../../resolvers/platform/policies/related-access.ts';
import { builder } from '../builder.ts';
import { maxItems, spaced } from '../constraints.ts';
import { addQuery } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import { ofViewer } from '../operation.ts';
import { ProjectType } from '../projects/project-type.ts';
import { filterArg, inboxArg } from './annotation-list.ts';
import { CountKeyEnum } from './triage-types.ts';

const tag = 'Annotations';

const AnnotationCount = builder.objectRef<KeyCount>('AnnotationCount').implement({
  description: 'Number of annotations with one value of a property.',
  fields: (t) => ({
    key: t.exposeString('key', { nullable: true, description: 'Value of the property; null: without a value.' }),
    count: t.exposeInt('count', { description: `Number of annotations, at most ${spaced(EXACT_COUNT)}.` }),
    isExact: t.exposeBoolean('isExact', {
      description: `Whether the count is exact; false for more than ${spaced(EXACT_COUNT)}.`,
    }),
  }),
});

addQuery('annotationCounts', {
  type: [AnnotationCount],
  description:
    "Counts annotations of the user's projects in an organization by a property, the most frequent value first. Values " +
    'without annotations are omitted. Guests get counts of public annotations.',
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    filter: t.field(filterArg),
    inbox: t.field(inboxArg),
    by: t.field({ type: CountKeyEnum, required: true, description: 'Property to count by.' }),
  })),
  rest: { method: 'GET', path: '/annotations/organization/:organizationId/counts', tag },
  needs: 'annotation.read',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: async (ctx, { organizationId, by, ...list }) =>
    countAnnotations(ctx, workListOf(await organizationScope(ctx, organizationId), list), by),
});

builder.objectField(ProjectType, 'annotationCounts', (t) =>
  t.field({
    type: [AnnotationCount],
    nullable: true,
    description:
      'Counts annotations of the project by a property, the most frequent value first, at most ' +
      `${MAX_PROJECT_KEYS} values. Values without annotations are omitted. Guests get counts of public annotations.`,
    args: {
      filter: t.arg(filterArg),
      by: t.arg({ type: CountKeyEnum, defaultValue: 'status', description: 'Property to count by.' }),
    },
    extensions: { ...ofViewer('annotation.read'), ...maxItems(MAX_PROJECT_KEYS) },
    resolve: async (project, { filter, by }, ctx) => {
      const { id: projectId, organizationId } = project;
      const role = await requireRelated(ctx, { projectId, organizationId }, 'annotation.read', 'Project');
      const list = workListOf(scopeOfProject(ctx, project, audienceFor(role)), { filter });
      return countsOfProject(ctx, list, by ?? 'status');
    },
  }),
);
