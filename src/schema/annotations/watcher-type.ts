import type { Watching } from '../../resolvers/addons/notifications/thread-state.ts';
import { builder } from '../builder.ts';

export const WatcherType = builder.objectRef<Watching>('Watcher').implement({
  description: 'A member who watches a thread.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the user.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
  }),
});
