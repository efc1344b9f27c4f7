import { builder } from '../builder.ts';

/** Arguments of a subscription to a project or to an organization. */
export const liveArgs = builder.args((t) => ({
  projectId: t.id({ description: 'UUID of the project. Alternative: organizationId.' }),
  organizationId: t.id({
    description:
      'UUID of the organization, for the changes of all its projects that the authenticated user has. Not together ' +
      'with projectId: BAD_USER_INPUT.',
  }),
}));
