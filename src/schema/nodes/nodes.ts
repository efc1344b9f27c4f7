import { AppError } from '../../errors.ts';
import { MAX_NODES, type NodeRow, readNode, readNodes } from '../../resolvers/addons/nodes/read-nodes.ts';
import { builder } from '../builder.ts';
import { addQuery } from '../define-operation.ts';
import { NodeInterface } from '../node.ts';
import { operation } from '../operation.ts';
import { withTypeName } from '../with-type-name.ts';

const typed = ({ kind, row }: NodeRow) => withTypeName(row, kind) as { id: string };

const ACCESS = { needs: 'organization.read', acceptsTokens: true } as const;

addQuery('node', {
  type: NodeInterface,
  description:
    'The object with this id, of any type that implements `Node`. It needs the rights of the queries that return the type.',
  args: builder.args((t) => ({ id: t.id({ required: true, description: 'UUID of the object.' }) })),
  ...ACCESS,
  resolve: async (ctx, { id }) => typed(await readNode(ctx, id)),
});

builder.queryField('nodes', (t) =>
  t.field({
    type: [NodeInterface],
    nullable: { list: true, items: true },
    description:
      'The objects with these ids, in their order, by as many statements as one of each type. An object that `node` ' +
      'would not return is null, beside its error.',
    args: { ids: t.arg.idList({ required: true, description: `UUIDs of the objects, at most ${MAX_NODES}.` }) },
    extensions: operation(ACCESS),
    resolve: async (_root, { ids }, ctx) =>
      // An error in a list is the error of its item.
      (await readNodes(ctx, ids)).map((found) => (found instanceof AppError ? found : typed(found))) as never,
  }),
);
