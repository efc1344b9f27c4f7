import { builder } from './builder.ts';

/** Implemented by types whose objects `node` reads; src/schema/nodes has the operations. */
export const NodeInterface = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object that `node` and `nodes` read by its id. Ids are UUIDs, unique over all types.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'UUID.' }) }),
});
