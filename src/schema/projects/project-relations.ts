import { PageScript } from '../../generated/prisma/client.ts';
import { integrationsOf } from '../../resolvers/addons/integrations/list-integrations.ts';
import { webhooksOf } from '../../resolvers/addons/webhooks/list-webhooks.ts';
import { lastActivityOf } from '../../resolvers/core/annotations/last-activity.ts';
import { annotationsOf } from '../../resolvers/core/annotations/list-annotations.ts';
import { audienceFor } from '../../resolvers/core/annotations/visibility.ts';
import { environmentsOf } from '../../resolvers/core/environments/list-environments.ts';
import { labelsOf } from '../../resolvers/core/labels/list-labels.ts';
import { membersOfProject } from '../../resolvers/core/members/member.ts';
import { scriptSightingsOf } from '../../resolvers/core/projects/script-sightings.ts';
import { snapshotsOf } from '../../resolvers/core/snapshots/list-snapshots.ts';
import { requireRelated } from '../../resolvers/platform/policies/related-access.ts';
import { annotationFilterArgs } from '../annotations/annotation-args.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { builder } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { ENVIRONMENTS, EnvironmentType } from '../environments/environments.ts';
import { IntegrationType } from '../integrations/integration-type.ts';
import { INTEGRATIONS } from '../integrations/integrations.ts';
import { LABELS, LabelType } from '../labels/label-type.ts';
import { MEMBERS, MemberType } from '../members/members.ts';
import { ofViewer } from '../operation.ts';
import { connectionOf, relatedListOf, relatedTime } from '../related.ts';
import { SNAPSHOTS, SnapshotType, snapshotFilterArgs } from '../snapshots/snapshot-type.ts';
import { addViewer } from '../viewer.ts';
import { WebhookType } from '../webhooks/webhook-type.ts';
import { ANNOTATIONS } from '../work-list/annotation-list.ts';
import { ProjectType } from './project-type.ts';

const ofProject = ({ id, organizationId }: { id: string; organizationId: string }) => ({
  organizationId,
  projectId: id,
});
const ofOrganization = ({ organizationId }: { organizationId: string }) => ({ organizationId });

addViewer(ProjectType, 'project', ofProject);

relatedListOf(ProjectType, 'environments', {
  type: EnvironmentType,
  connection: ENVIRONMENTS,
  description: 'Environments of the project, newest first.',
  needs: 'project.read',
  scope: ofProject,
  list: (ctx, { id }, { page }) => environmentsOf(ctx, id, page),
});

relatedListOf(ProjectType, 'annotations', {
  type: AnnotationType,
  connection: ANNOTATIONS,
  description: 'Annotations of the project, newest first. Guests get public annotations only.',
  args: annotationFilterArgs,
  needs: 'annotation.read',
  scope: ofProject,
  list: (ctx, { id }, { args, page, role }) =>
    annotationsOf(ctx, { projectId: id, audience: audienceFor(role) }, args, page),
});

relatedListOf(ProjectType, 'labels', {
  type: LabelType,
  connection: LABELS,
  description: 'Labels of the project, newest first.',
  needs: 'project.read',
  scope: ofProject,
  list: (ctx, { id }, { page }) => labelsOf(ctx, id, page),
});

relatedListOf(ProjectType, 'snapshots', {
  type: SnapshotType,
  connection: SNAPSHOTS,
  description: 'Snapshots of the project, newest first.',
  args: snapshotFilterArgs,
  needs: 'snapshot.read',
  scope: ofProject,
  list: (ctx, { id }, { args, page }) => snapshotsOf(ctx, id, args, page),
});

relatedListOf(ProjectType, 'members', {
  type: MemberType,
  connection: MEMBERS,
  description: 'Members of the organization who have the project, newest first.',
  needs: 'member.read',
  scope: ofOrganization,
  list: (ctx, { id }, { page }) => membersOfProject(ctx, id, page),
});

relatedListOf(ProjectType, 'webhooks', {
  type: WebhookType,
  connection: connectionOf(WebhookType, 'Webhook', 'webhooks', 'A webhook'),
  description: 'Webhooks that get events of the project, newest first: its own, and those of all projects.',
  needs: 'webhook.manage',
  scope: ofOrganization,
  list: (ctx, { id }, { page }) => webhooksOf(ctx, id, page),
});

relatedListOf(ProjectType, 'integrations', {
  type: IntegrationType,
  connection: INTEGRATIONS,
  description: 'Integrations of the project, newest first.',
  needs: 'integration.manage',
  scope: ofProject,
  list: (ctx, { id }, { page }) => integrationsOf(ctx, id, page),
});

relatedTime(ProjectType, 'lastActivityAt', {
  description:
    'Time of the last change of an annotation or its thread that the reader can see; null for a project without one.',
  needs: 'annotation.read',
  scope: ofProject,
  read: (ctx, { id }, role) => lastActivityOf(ctx, id, audienceFor(role)),
});

const PageScriptEnum = builder.enumType('PageScript', {
  description: 'A script that pages load.',
  values: {
    [PageScript.overlay]: { description: 'The overlay.' },
    [PageScript.embed]: { description: 'The embed script.' },
  } as const,
});

export const ScriptSightingType = builder.prismaObject('ScriptSighting', {
  description:
    'An origin from which a script sent requests with the key of the project. Anyone with the key can send any.',
  fields: (t) => ({
    script: t.expose('script', { type: PageScriptEnum, description: 'The script.' }),
    origin: t.exposeString('origin', { description: 'Origin of the pages: scheme, host and port.' }),
    firstSeenAt: t.expose('firstSeenAt', { type: 'DateTime', description: 'Time of the first request.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'Time of the last request, up to a minute late.',
    }),
  }),
});

builder.objectField(ProjectType, 'scripts', (t) =>
  t.field({
    type: [ScriptSightingType],
    nullable: true,
    description:
      'Origins from which overlay and embed script were seen, the latest first, at most the last 50 of each script.',
    extensions: { ...ofViewer('activity.read'), ...maxItems(100) },
    resolve: async (project, _args, ctx) => {
      await requireRelated(ctx, ofProject(project), 'activity.read', 'Project');
      return scriptSightingsOf(ctx, project.id);
    },
  }),
);
