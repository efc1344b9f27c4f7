import { PublicAnnotations, PublicReplies } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { NodeInterface } from '../node.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { OrganizationSummary } from '../organizations/organization-type.ts';
import { connectionOf } from '../related.ts';

export const PublicAnnotationsEnum = builder.enumType('PublicAnnotations', {
  description: 'Annotations of a project that third parties with the project key may list.',
  values: {
    [PublicAnnotations.all]: { description: 'All public annotations.' },
    [PublicAnnotations.own]: { description: 'Annotations of the visitor tokens in the header x-visitor-token.' },
    [PublicAnnotations.none]: { description: 'None. Visitors can still write annotations.' },
  } as const,
});

export const PublicRepliesEnum = builder.enumType('PublicReplies', {
  description: 'Visitors who may reply to the public annotations of a project.',
  values: {
    [PublicReplies.all]: { description: 'Every visitor who can read the annotation. Names are not verified.' },
    [PublicReplies.own]: {
      description: 'The visitor who wrote the annotation, on their device or by a link in a mail.',
    },
    [PublicReplies.none]: { description: 'None: members only.' },
  } as const,
});

export const ProjectType = builder.prismaObject('Project', {
  interfaces: [NodeInterface],
  description: 'A website or application that receives feedback.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    slug: t.exposeString('slug', { description: 'URL-friendly name, unique within the organization.' }),
    organizationId: t.exposeID('organizationId', { description: 'UUID of the organization.' }),
    projectKey: t.exposeString('projectKey', { description: 'Public key for the scripts on the website.' }),
    publicFeedback: t.exposeBoolean('publicFeedback', { description: 'Whether visitors may read and write feedback.' }),
    allowedOrigins: t.exposeStringList('allowedOrigins', {
      description: 'Origins that may use the public endpoints; empty: all origins.',
    }),
    snapshotRetention: t.exposeInt('snapshotRetention', {
      description: 'Retention of snapshots in days; 0: until they are deleted.',
    }),
    respectDoNotTrack: t.exposeBoolean('respectDoNotTrack', {
      description: 'Whether visitors with Do Not Track or Global Privacy Control are excluded from collection.',
    }),
    captureComments: t.exposeBoolean('captureComments', {
      description:
        'Whether the page of a comment written in the overlay is captured. Applies to pages of an environment.',
    }),
    hideWebdriver: t.boolean({
      description:
        'Whether captured pages read false from navigator.webdriver, as in the browser of a visitor. False: they read ' +
        'true, which says that a program controls the browser.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ hideWebdriver }) => hideWebdriver ?? false,
    }),
    publicAnnotations: t.field({
      type: PublicAnnotationsEnum,
      description: 'Annotations that third parties with the project key may list and follow.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ publicAnnotations }) => publicAnnotations ?? PublicAnnotations.all,
    }),
    publicReplies: t.field({
      type: PublicRepliesEnum,
      description: 'Visitors who may reply to public annotations.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ publicReplies }) => publicReplies ?? PublicReplies.own,
    }),
    panelOrigins: t.stringList({
      description: 'Origins whose pages may frame the panel of members; empty: none.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ panelOrigins }) => panelOrigins ?? [],
    }),
    previewHosts: t.stringList({
      description:
        'Hosts outside of the environments where fixes can be checked: exact, or with * for a part of the first label.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ previewHosts }) => previewHosts ?? [],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    organization: t.relation('organization', {
      type: OrganizationSummary,
      description: 'Organization of the project.',
      extensions: GRAPHQL_ONLY,
    }),
  }),
});

export const PROJECTS = connectionOf(ProjectType, 'Project', 'projects', 'A project');
