import { getAnnotation } from '../../resolvers/annotations/get-annotation.ts';
import { assignAnnotation } from '../../resolvers/core/annotations/assign-annotation.ts';
import { createAnnotation } from '../../resolvers/core/annotations/create-annotation.ts';
import { deleteAnnotation } from '../../resolvers/core/annotations/delete-annotation.ts';
import { listAnnotations } from '../../resolvers/core/annotations/list-annotations.ts';
import { rebindAnnotation } from '../../resolvers/core/annotations/rebind-annotation.ts';
import { setAnnotationStatus } from '../../resolvers/core/annotations/set-annotation-status.ts';
import { updateAnnotation } from '../../resolvers/core/annotations/update-annotation.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { Deleted } from '../deleted.ts';
import { idOf, itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { annotationArgs } from './annotation-args.ts';
import { AnnotationSourceEnum, AnnotationStatusEnum } from './annotation-shared-types.ts';
import { AnnotationType } from './annotation-type.ts';

const tag = 'Annotations';

builder.mutationField('createAnnotation', (t) =>
  t.field({
    type: AnnotationType,
    description: 'Pins feedback to a page. Emits comment.created.',
    args: {
      projectId: t.arg.id(idOf('project')),
      ...annotationArgs,
      source: t.arg({
        type: AnnotationSourceEnum,
        description:
          'Where it was written: api (the default), or overlay, which has the page captured as for a visitor. Not import.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/annotations', status: 201, tag },
      needs: 'annotation.create',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => createAnnotation(ctx, args),
  }),
);

builder.queryField('annotations', (t) =>
  t.connection(
    {
      type: AnnotationType,
      description: 'The annotations of a project, newest first.',
      args: {
        projectId: t.arg.id(idOf('project')),
        url: t.arg.string({
          description:
            'Only of this page. Compared without fragment, trailing slash, tracking parameters and order of parameters.',
        }),
        status: t.arg({ type: AnnotationStatusEnum, description: 'Only with this status.' }),
        environmentId: t.arg.id({ description: 'Only of this environment of the project.' }),
      },
      extensions: operation({
        rest: { method: 'GET', path: '/annotations/project/:projectId', envelope: 'list', tag },
        needs: 'annotation.read',
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listAnnotations(ctx, args, page)),
    },
    ...connectionNames('Annotation', 'annotations', 'An annotation'),
  ),
);

builder.queryField('annotation', (t) =>
  t.field({
    type: AnnotationType,
    description: 'One annotation.',
    args: { id: t.arg.id(itsId('annotation')) },
    extensions: operation({
      rest: { method: 'GET', path: '/annotations/:id', tag },
      needs: 'annotation.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getAnnotation(ctx, args.id),
  }),
);

builder.mutationField('setAnnotationStatus', (t) =>
  t.field({
    type: AnnotationType,
    description: 'Sets the status. Moving to resolved emits comment.resolved; the present status, nothing.',
    args: {
      id: t.arg.id(itsId('annotation')),
      status: t.arg({ type: AnnotationStatusEnum, required: true, description: 'The new status.' }),
    },
    extensions: operation({
      rest: { method: 'PUT', path: '/annotations/:id/status', tag },
      needs: 'annotation.change',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => setAnnotationStatus(ctx, args.id, args.status),
  }),
);

builder.mutationField('assignAnnotation', (t) =>
  t.field({
    type: AnnotationType,
    description: 'Assigns a member of the organization.',
    args: {
      id: t.arg.id(itsId('annotation')),
      assigneeId: t.arg.id({ description: "The member's user id; null unassigns." }),
    },
    extensions: operation({
      rest: { method: 'PUT', path: '/annotations/:id/assign', evenIfNull: ['assigneeId'], tag },
      needs: 'annotation.change',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => assignAnnotation(ctx, args.id, args.assigneeId),
  }),
);

builder.mutationField('rebindAnnotation', (t) =>
  t.field({
    type: AnnotationType,
    description: 'Attaches the pin to another element. The history keeps the old fingerprint.',
    args: {
      id: t.arg.id(itsId('annotation')),
      domFingerprint: t.arg({
        type: 'JSONObject',
        required: true,
        description: 'selector, xpath, text: strings, at least one of them.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/annotations/:id/rebind', tag },
      needs: 'annotation.change',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...args }, ctx) => rebindAnnotation(ctx, id, args),
  }),
);

builder.mutationField('updateAnnotation', (t) =>
  t.field({
    type: AnnotationType,
    description: 'Changes the text. The history keeps the old one.',
    args: {
      id: t.arg.id(itsId('annotation')),
      content: t.arg.string({ required: true, description: 'The feedback, 1–10 000 characters.' }),
    },
    extensions: operation({
      rest: { method: 'PATCH', path: '/annotations/:id', tag },
      needs: 'annotation.change',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...args }, ctx) => updateAnnotation(ctx, id, args),
  }),
);

builder.mutationField('deleteAnnotation', (t) =>
  t.field({
    type: Deleted,
    description: 'Hides the annotation at once; it is removed 30 days later.',
    args: { id: t.arg.id(itsId('annotation')) },
    extensions: operation({
      rest: { method: 'DELETE', path: '/annotations/:id', tag },
      needs: 'annotation.change',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => deleteAnnotation(ctx, args.id),
  }),
);
