import { type ChangeResult, changeAnnotations } from '../../resolvers/core/work-list/change-annotations.ts';
import { createExportLink, type ExportFormat } from '../../resolvers/core/work-list/export/export-link.ts';
import { moveAnnotation } from '../../resolvers/core/work-list/move-annotation.ts';
import { organizationScope } from '../../resolvers/core/work-list/work-list-scope.ts';
import { LIMITS } from '../../resolvers/platform/input/limits.ts';
import { AnnotationStatusEnum } from '../annotations/annotation-shared-types.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { builder } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { addMutation } from '../define-operation.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { AnnotationFilterInput } from './annotation-filter-input.ts';
import { ANNOTATIONS, resolveWorkList, workListArgs } from './annotation-list.ts';
import { AnnotationOrderEnum, PriorityEnum, ResolutionEnum } from './triage-types.ts';

const tag = 'Annotations';

builder.queryField('organizationAnnotations', (t) =>
  t.connection(
    {
      type: AnnotationType,
      nullable: true,
      description: "Annotations of the user's projects in an organization. Guests get public annotations only.",
      args: { organizationId: t.arg.id(parentId('organization')), ...workListArgs },
      extensions: operation({
        rest: { method: 'GET', path: '/annotations/organization/:organizationId', envelope: 'list', tag },
        needs: 'annotation.read',
        acceptsTokens: true,
      }),
      resolve: async (_root, { organizationId, ...args }, ctx, info) =>
        resolveWorkList(ctx, await organizationScope(ctx, organizationId), args, info),
    },
    ...ANNOTATIONS,
  ),
);

const AnnotationChangeInput = builder.inputType('AnnotationChangeInput', {
  description: 'Change of annotations: the given members. At least one.',
  fields: (t) => ({
    status: t.field({ type: AnnotationStatusEnum, description: 'The new status. resolved means fixed by default.' }),
    resolution: t.field({ type: ResolutionEnum, description: 'Resolves with this reason.' }),
    duplicateOfId: t.id({
      description: 'Resolves as duplicate of this annotation, of the same project.',
    }),
    priority: t.field({ type: PriorityEnum, description: 'The new priority.' }),
    addLabelIds: t.idList({
      description: `Labels of the project to add. An annotation has at most ${LIMITS.annotationLabels}.`,
    }),
    removeLabelIds: t.idList({ description: `Labels to remove, at most ${LIMITS.annotationLabels}.` }),
    dueOn: t.field({ type: 'Date', description: 'Day on which it is due; null for none.' }),
    assigneeId: t.id({
      description: 'User ID of a member who has the project, or of a service account; null unassigns.',
    }),
  }),
});

const ChangeError = builder.objectRef<{ code: string; message: string }>('AnnotationChangeError').implement({
  description: 'Reason why an annotation was not changed.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'NOT_FOUND or BAD_USER_INPUT.' }),
    message: t.exposeString('message', {
      description: 'Text that says what happened, what was expected and what to do.',
    }),
  }),
});

const ChangeResultType = builder.objectRef<ChangeResult>('AnnotationChangeResult').implement({
  description: 'Result of a bulk change for one annotation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID as it was sent.' }),
    isChanged: t.exposeBoolean('isChanged', { description: 'Whether the annotation had other values before.' }),
    error: t.field({
      type: ChangeError,
      nullable: true,
      description: 'Reason why it was not changed; null if it was, or had the values.',
      // GraphQL would report an error object as an error of the field.
      resolve: ({ error }) => error && { code: error.code, message: error.message },
    }),
  }),
});

builder.mutationField('updateAnnotations', (t) =>
  t.field({
    type: [ChangeResultType],
    description:
      'Changes several annotations of an organization in one transaction, each with its own history and event. One that ' +
      'cannot be changed is reported and does not affect the others. Emits comment.resolved for each that becomes resolved.',
    args: {
      organizationId: t.arg.id(parentId('organization')),
      ids: t.arg.idList({ required: true, description: `UUIDs of annotations, 1–${LIMITS.changedAnnotations}.` }),
      change: t.arg({ type: AnnotationChangeInput, required: true, description: 'The change.' }),
    },
    extensions: {
      ...maxItems(LIMITS.changedAnnotations),
      ...operation({
        rest: { method: 'POST', path: '/annotations/changes', tag },
        needs: 'annotation.change',
        acceptsTokens: true,
        acceptsPanel: true,
      }),
    },
    resolve: (_root, args, ctx) => changeAnnotations(ctx, args),
  }),
);

addMutation('moveAnnotation', {
  type: AnnotationType,
  description:
    'Sets the status of an annotation and its place in the column of that status, for boards. Lists with the order rank ' +
    'show the places. A change to resolved emits comment.resolved.',
  args: builder.args((t) => ({
    id: t.id(resourceId('annotation')),
    status: t.field({ type: AnnotationStatusEnum, required: true, description: 'The new status, or the present one.' }),
    after: t.id({
      description:
        'UUID of the annotation that precedes it in the column: of the same project, with the status. Null or omitted: the top.',
    }),
  })),
  rest: { method: 'PUT', path: '/annotations/:id/place', tag },
  needs: 'annotation.change',
  acceptsTokens: true,
  resolve: (ctx, { id, ...args }) => moveAnnotation(ctx, id, args),
});

const ExportFormatEnum = builder.enumType('ExportFormat', {
  description: 'Format of an export.',
  values: {
    csv: { description: 'Comma-separated values in UTF-8, for spreadsheets.' },
    json: { description: 'An array of objects.' },
  } as const satisfies Record<ExportFormat, object>,
});

const AnnotationExport = builder.objectRef<{ url: string }>('AnnotationExport').implement({
  description: 'A file with annotations, made when its URL is opened.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'URL of the file. It needs no header, has the rights of the user, and is valid for at least 5 minutes.',
    }),
  }),
});

addMutation('exportAnnotations', {
  type: AnnotationExport,
  description: "Exports annotations of the user's projects in an organization: returns the URL of a file.",
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    filter: t.field({
      type: AnnotationFilterInput,
      description: 'Only matching annotations. At most 4 KiB as JSON. Default: all.',
    }),
    orderBy: t.field({ type: AnnotationOrderEnum, description: 'Order, except rank. Default: newest.' }),
    format: t.field({ type: ExportFormatEnum, required: true, description: 'Format of the file.' }),
  })),
  rest: { method: 'POST', path: '/annotations/exports', tag },
  needs: 'annotation.export',
  resolve: createExportLink,
});
