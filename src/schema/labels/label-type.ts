import { builder } from '../builder.ts';
import { NodeInterface } from '../node.ts';
import { connectionOf } from '../related.ts';

export const LabelType = builder.prismaObject('Label', {
  interfaces: [NodeInterface],
  description: 'A label of a project for its annotations.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
    name: t.exposeString('name', { description: 'Display name, unique in the project.' }),
    color: t.exposeString('color', { description: 'Color, `#rrggbb` in lower case.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
});

export const LABELS = connectionOf(LabelType, 'Label', 'labels', 'A label');
