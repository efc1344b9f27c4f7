import { builder } from './builder.ts';
import { addMutation, byId, type OneDefinition } from './define-operation.ts';

/** Result of every deletion. */
export const Deleted = builder.objectRef<{ id: string }>('Deleted').implement({
  description: 'Confirmation of a deletion.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the deleted resource.' }),
    deleted: t.boolean({ description: 'Always true.', resolve: () => true }),
  }),
});

/** Adds a mutation that deletes one resource by its id: `DELETE`. */
export const removeOne = (name: string, definition: Omit<OneDefinition<typeof Deleted>, 'type'>): void =>
  addMutation(name, byId('DELETE', { type: Deleted, ...definition }));
