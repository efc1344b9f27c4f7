import { builder } from './builder.ts';

/** The answer to every delete. */
export const Deleted = builder.objectRef<{ id: string }>('Deleted').implement({
  description: 'Confirms that something is gone.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of what was deleted.' }),
    deleted: t.boolean({ description: 'Always true.', resolve: () => true }),
  }),
});
