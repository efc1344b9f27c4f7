import { listLabels } from '../../resolvers/core/labels/list-labels.ts';
import { createLabel, deleteLabel, updateLabel } from '../../resolvers/core/labels/manage-labels.ts';
import { LIMITS } from '../../resolvers/platform/input/limits.ts';
import { builder } from '../builder.ts';
import { spaced } from '../constraints.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { LABELS, LabelType } from './label-type.ts';

const nameDescription = 'Display name, 1–120 characters, unique in the project.';
const colorDescription = 'Color as #rrggbb.';
const tag = 'Annotations';

addMutation('createLabel', {
  type: LabelType,
  description:
    'Creates a label for the annotations of a project. CONFLICT when the project has a label with the name, or ' +
    `${spaced(LIMITS.projectLabels)} labels.`,
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    name: t.string({ required: true, description: nameDescription }),
    color: t.string({ required: true, description: colorDescription }),
  })),
  rest: { method: 'POST', path: '/labels', status: 201, tag },
  needs: 'label.manage',
  acceptsTokens: true,
  resolve: createLabel,
});

listOf('labels', {
  type: LabelType,
  connection: LABELS,
  description: 'Labels of a project, newest first.',
  args: builder.args((t) => ({ projectId: t.id(parentId('project')) })),
  rest: { path: '/labels/project/:projectId', tag },
  needs: 'project.read',
  acceptsTokens: true,
  acceptsPanel: true,
  list: (ctx, args, page) => listLabels(ctx, args.projectId, page),
});

addMutation('updateLabel', {
  type: LabelType,
  description: 'Changes the given fields. CONFLICT when the project has another label with the name.',
  args: builder.args((t) => ({
    id: t.id(resourceId('label')),
    name: t.string({ description: nameDescription }),
    color: t.string({ description: colorDescription }),
  })),
  rest: { method: 'PATCH', path: '/labels/:id', tag },
  needs: 'label.manage',
  acceptsTokens: true,
  resolve: (ctx, { id, ...changes }) => updateLabel(ctx, id, changes),
});

removeOne('deleteLabel', {
  of: 'label',
  description: 'Deletes a label and takes it from all annotations.',
  rest: { path: '/labels/:id', tag },
  needs: 'label.manage',
  acceptsTokens: true,
  resolve: deleteLabel,
});
