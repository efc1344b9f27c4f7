import { createView, deleteView, listViews, updateView } from '../../resolvers/core/annotation-views/manage-views.ts';
import { LIMITS } from '../../resolvers/platform/input/limits.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { AnnotationFilterInput } from './annotation-filter-input.ts';
import { AnnotationOrderEnum } from './triage-types.ts';

const AnnotationViewType = builder.prismaObject('AnnotationView', {
  description: 'A saved filter and order of the work list.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    organizationId: t.exposeID('organizationId', { description: 'UUID of the organization.' }),
    userId: t.exposeID('userId', { description: 'User ID of the member who saved it.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    filter: t.expose('filter', {
      type: 'JSONObject',
      description: 'Filter with the members of AnnotationFilter, as lists over GraphQL accept it.',
    }),
    orderBy: t.expose('orderBy', { type: AnnotationOrderEnum, description: 'Order.' }),
    isShared: t.exposeBoolean('isShared', {
      description: 'Whether all members of the organization above guest have it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
});

const descriptions = {
  name: 'Display name, 1–120 characters.',
  filter: 'Filter of the list. Default: all annotations.',
  orderBy: 'Order of the list. Default: newest.',
  isShared: 'Whether all members above guest have it. Default: false.',
};
const needsAlso = { right: 'view.share', where: 'for a shared view' } as const;
const tag = 'Annotations';

addMutation('createAnnotationView', {
  type: AnnotationViewType,
  description: `Saves a view of the work list. CONFLICT when the user has ${LIMITS.memberViews} views in the organization.`,
  args: builder.args((t) => ({
    organizationId: t.id(parentId('organization')),
    name: t.string({ required: true, description: descriptions.name }),
    filter: t.field({ type: AnnotationFilterInput, description: descriptions.filter }),
    orderBy: t.field({ type: AnnotationOrderEnum, description: descriptions.orderBy }),
    isShared: t.boolean({ description: descriptions.isShared }),
  })),
  rest: { method: 'POST', path: '/annotation-views', status: 201, tag },
  needs: 'view.manage',
  needsAlso,
  acceptsTokens: true,
  resolve: createView,
});

listOf('annotationViews', {
  type: AnnotationViewType,
  connection: connectionTypes('AnnotationView', 'views', 'A view'),
  description: "The user's saved views and the shared ones of an organization, newest first.",
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { path: '/annotation-views/organization/:organizationId', tag },
  needs: 'view.manage',
  acceptsTokens: true,
  list: (ctx, args, page) => listViews(ctx, args.organizationId, page),
});

addMutation('updateAnnotationView', {
  type: AnnotationViewType,
  description: 'Changes the given fields of one of your views, or of a shared one.',
  args: builder.args((t) => ({
    id: t.id(resourceId('view')),
    name: t.string({ description: descriptions.name }),
    filter: t.field({ type: AnnotationFilterInput, description: 'Filter of the list; replaces the previous one.' }),
    orderBy: t.field({ type: AnnotationOrderEnum, description: 'Order of the list.' }),
    isShared: t.boolean({ description: 'Whether all members above guest have it.' }),
  })),
  rest: { method: 'PATCH', path: '/annotation-views/:id', tag },
  needs: 'view.manage',
  needsAlso,
  acceptsTokens: true,
  resolve: (ctx, { id, ...changes }) => updateView(ctx, id, changes),
});

removeOne('deleteAnnotationView', {
  of: 'view',
  description: 'Deletes one of your views, or a shared one.',
  rest: { path: '/annotation-views/:id', tag },
  needs: 'view.manage',
  needsAlso,
  acceptsTokens: true,
  resolve: deleteView,
});
