import { scriptChanges } from '../../resolvers/addons/live/script-changes.ts';
import { scriptSightingsOf } from '../../resolvers/core/projects/script-sightings.ts';
import type { ScriptsUpdate } from '../../types/snapshot-update.ts';
import { builder } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { addSubscription } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import { ScriptSightingType } from '../projects/project-relations.ts';

const ScriptsChange = builder.objectRef<ScriptsUpdate>('ScriptsChange').implement({
  description: 'A script of a project was seen. Delivered at least once while connected.',
  fields: (t) => ({
    projectId: t.id({ description: 'UUID of the project.', resolve: ({ project }) => project.id }),
    scripts: t.field({
      type: [ScriptSightingType],
      description: 'Current `scripts` of the project.',
      extensions: maxItems(100),
      resolve: ({ project }, _args, ctx) => scriptSightingsOf(ctx, project.id),
    }),
  }),
});

addSubscription('scriptsChanged', {
  type: ScriptsChange,
  description:
    'Sightings of the overlay and the embed script of a project: of a new origin at once, of a known one at most once ' +
    'a minute. The subscription ends when the access token expires.',
  args: builder.args((t) => ({ projectId: t.id(parentId('project')) })),
  needs: 'activity.read',
  acceptsTokens: true,
  sharedExecution: true,
  subscribe: (ctx, { projectId }) => scriptChanges(ctx, projectId),
});
