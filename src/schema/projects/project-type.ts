import { builder } from '../builder.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { OrganizationSummary } from '../organizations/organization-type.ts';

export const ProjectType = builder.prismaObject('Project', {
  description: 'One website or application that feedback is collected for.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    slug: t.exposeString('slug', { description: 'URL-friendly name, unique in the organization.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization it belongs to.' }),
    projectKey: t.exposeString('projectKey', { description: 'Key for the scripts on the website; not a secret.' }),
    publicFeedback: t.exposeBoolean('publicFeedback', { description: 'Whether visitors may read and leave feedback.' }),
    allowedOrigins: t.exposeStringList('allowedOrigins', {
      description: 'The origins that may use the public endpoints; empty: all.',
    }),
    snapshotRetention: t.exposeInt('snapshotRetention', {
      description: 'Days that snapshots are kept; 0: until someone deletes them.',
    }),
    respectDoNotTrack: t.exposeBoolean('respectDoNotTrack', {
      description:
        'Whether nothing is collected of visitors who ask for that by Do Not Track or Global Privacy Control.',
    }),
    captureComments: t.exposeBoolean('captureComments', {
      description:
        'Whether the page of a comment written in the overlay is captured, where it belongs to an environment.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    organization: t.relation('organization', {
      type: OrganizationSummary,
      description: 'The organization it belongs to.',
      extensions: GRAPHQL_ONLY,
    }),
  }),
});
