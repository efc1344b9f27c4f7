import { IntegrationDisabledReason, IntegrationProvider } from '../../generated/prisma/client.ts';
import type { IntegrationFilter } from '../../resolvers/addons/integrations/filter.ts';
import {
  type IntegrationRecord,
  inboundUrlOf,
  type LinkedIssue,
  type NoticeKind,
} from '../../resolvers/addons/integrations/integration.ts';
import type { IntegrationTargets } from '../../resolvers/addons/integrations/list-targets.ts';
import type { IntegrationTarget, IssueState } from '../../resolvers/addons/integrations/providers/provider.ts';
import type { IntegrationTest } from '../../resolvers/addons/integrations/test-integration.ts';
import { LIMITS } from '../../resolvers/platform/input/limits.ts';
import { AnnotationStatusEnum } from '../annotations/annotation-shared-types.ts';
import { builder } from '../builder.ts';
import { NodeInterface } from '../node.ts';
import { PriorityEnum } from '../work-list/triage-types.ts';

export const IntegrationProviderEnum = builder.enumType('IntegrationProvider', {
  description: 'External service of an integration.',
  values: {
    [IntegrationProvider.slack]: { description: 'Messages in a channel through an incoming webhook.' },
    [IntegrationProvider.discord]: { description: 'Messages in a channel through a webhook.' },
    [IntegrationProvider.github]: { description: 'Issues in a repository of GitHub or GitHub Enterprise Server.' },
    [IntegrationProvider.gitlab]: { description: 'Issues in a project of GitLab.com or a self-managed GitLab.' },
    [IntegrationProvider.jira]: { description: 'Issues in a project of Jira Cloud or Data Center.' },
    [IntegrationProvider.linear]: { description: 'Issues of a Linear team.' },
  } as const,
});

const NOTICE_VALUES: Record<NoticeKind, { description: string }> = {
  annotation: { description: 'New annotations: a message or an issue.' },
  reply: { description: 'Replies: a message or a comment on the issue. Comments on the issue become replies.' },
  status: {
    description: 'Status changes: a message or a state of the issue. State changes of the issue change the status.',
  },
};

export const IntegrationNoticeEnum = builder.enumType('IntegrationNotice', {
  description: 'Changes sent to an integration. Issue trackers also send them back.',
  values: NOTICE_VALUES,
});

const DisabledReasonEnum = builder.enumType('IntegrationDisabledReason', {
  description: 'Reason for the automatic disabling of an integration.',
  values: {
    [IntegrationDisabledReason.refused]: {
      description: 'The provider responded with 401, 403, 404 or 410 five times in a row.',
    },
    [IntegrationDisabledReason.failing]: { description: 'All attempts of five days failed.' },
  } as const,
});

const STATE_VALUES: Record<IssueState, { description: string }> = {
  open: { description: 'Not started.' },
  started: { description: 'Started. GitHub and GitLab report open instead.' },
  closed: { description: 'Completed or canceled.' },
};

const IssueStateEnum = builder.enumType('IssueState', {
  description: 'State of an issue, common to all trackers.',
  values: STATE_VALUES,
});

export const ExternalIssueType = builder.objectRef<LinkedIssue>('ExternalIssue').implement({
  description: 'An issue that an integration created for an annotation.',
  fields: (t) => ({
    integrationId: t.exposeID('integrationId', { description: 'Integration that synchronizes the issue.' }),
    provider: t.expose('provider', { type: IntegrationProviderEnum, description: 'Issue tracker.' }),
    key: t.exposeString('key', { description: 'Key in the tracker: #12, SHOP-12.' }),
    url: t.exposeString('url', { description: 'URL of the issue.' }),
    state: t.expose('state', { type: IssueStateEnum, description: 'Last known state in the tracker.' }),
  }),
});

const setting = (name: string) => ({
  nullable: true as const,
  resolve: ({ settings }: IntegrationRecord) => (settings[name] as string | undefined) ?? null,
});

const MAX_FILTERED_PAGES = 50;

const FILTER = {
  statuses: 'Only annotations with one of these statuses',
  pages:
    `Only annotations on one of these pages, at most ${MAX_FILTERED_PAGES}: a path, such as /cart, or with * at its end ` +
    'all that begin with it, such as /docs/*. Without query',
  labelIds: `Only annotations with one of these labels of the project, at most ${LIMITS.filterItems}`,
  priorities: 'Only annotations with one of these priorities',
};

export const IntegrationFilterInput = builder.inputType('IntegrationFilterInput', {
  description: 'Annotations to send: those that match every given member. An empty filter selects all.',
  fields: (t) => ({
    statuses: t.field({ type: [AnnotationStatusEnum], description: `${FILTER.statuses}. Default: any.` }),
    pages: t.stringList({ description: `${FILTER.pages}. Default: any.` }),
    labelIds: t.idList({ description: `${FILTER.labelIds}. Default: any.` }),
    priorities: t.field({ type: [PriorityEnum], description: `${FILTER.priorities}. Default: any.` }),
  }),
});

export const IntegrationFilterType = builder.objectRef<IntegrationFilter>('IntegrationFilter').implement({
  description: 'Annotations that are sent: those that match every member that is not null.',
  fields: (t) => ({
    statuses: t.field({
      type: [AnnotationStatusEnum],
      nullable: true,
      description: `${FILTER.statuses}; null: any.`,
      resolve: ({ statuses }) => statuses,
    }),
    pages: t.stringList({
      nullable: true,
      description: `${FILTER.pages}; null: any.`,
      resolve: ({ pages }) => pages,
    }),
    labelIds: t.idList({
      nullable: true,
      description: `${FILTER.labelIds}; null: any.`,
      resolve: ({ labelIds }) => labelIds,
    }),
    priorities: t.field({
      type: [PriorityEnum],
      nullable: true,
      description: `${FILTER.priorities}; null: any.`,
      resolve: ({ priorities }) => priorities,
    }),
  }),
});

export const IntegrationType = builder.objectRef<IntegrationRecord>('Integration').implement({
  interfaces: [NodeInterface],
  description: "A project's connection to an external service. Its credentials cannot be read.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
    provider: t.expose('provider', { type: IntegrationProviderEnum, description: 'External service.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    notify: t.expose('notify', { type: [IntegrationNoticeEnum], description: 'Changes sent to the integration.' }),
    includeInternal: t.boolean({
      description: 'Whether internal annotations and replies are sent.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ includeInternal }) => includeInternal ?? false,
    }),
    filter: t.field({
      type: IntegrationFilterType,
      description: 'Annotations that are sent. Linked issues are synchronized whatever the filter.',
      // Results that earlier versions stored for idempotency keys have no value.
      resolve: ({ filter }) => filter ?? {},
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether changes are sent and received.' }),
    disabledReason: t.expose('disabledReason', {
      type: DisabledReasonEnum,
      nullable: true,
      description: 'Reason for automatic disabling; null when enabled or disabled by a person.',
    }),
    baseUrl: t.string({
      ...setting('baseUrl'),
      description: "Base URL of the provider's API; null for Slack and Discord, unless one was set for a bot.",
    }),
    repository: t.string({ ...setting('repository'), description: 'GitHub repository or GitLab project.' }),
    projectKey: t.string({ ...setting('projectKey'), description: 'Key of the Jira project.' }),
    issueType: t.string({ ...setting('issueType'), description: 'Type of the Jira issues.' }),
    issueFields: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'Values of further fields of the Jira issues, by their ids.',
      resolve: ({ settings }) => (settings.issueFields as object | undefined) ?? null,
    }),
    teamKey: t.string({ ...setting('teamKey'), description: 'Key of the Linear team.' }),
    channelId: t.string({
      ...setting('channelId'),
      description: 'ID of the channel of a Slack or Discord bot; null for an incoming webhook.',
    }),
    email: t.string({ ...setting('email'), description: 'Jira Cloud account of the token.' }),
    credentialHint: t.exposeString('credentialHint', {
      description:
        'Ellipsis and the last four characters of the token or webhook URL; short values show no characters.',
    }),
    inboundUrl: t.string({
      nullable: true,
      description: 'URL to which the tracker posts its changes; null for Slack and Discord.',
      resolve: (integration, _args, ctx) => inboundUrlOf(ctx, integration),
    }),
    inboundSecret: t.string({
      nullable: true,
      description:
        'Signing secret for requests of the tracker. Null except in the response that creates the integration.',
      resolve: ({ inboundSecret }) => inboundSecret,
    }),
    hasInboundSecret: t.exposeBoolean('hasInboundSecret', {
      description: 'Whether an inbound secret is set. Without one, requests of the tracker are rejected.',
    }),
    pendingCount: t.exposeInt('pendingCount', { description: 'Number of queued events.' }),
    pausedUntil: t.expose('pausedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the pause requested by the provider; null without a pause.',
    }),
    lastSuccessAt: t.expose('lastSuccessAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last successful delivery within 30 days.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Error of the last attempt with advice; null after a success.',
    }),
    lastErrorAt: t.expose('lastErrorAt', { type: 'DateTime', nullable: true, description: 'Time of the last error.' }),
    lastInboundAt: t.expose('lastInboundAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last change received from the tracker with a valid signature.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
});

export const IntegrationTestType = builder.objectRef<IntegrationTest>('IntegrationTest').implement({
  description: 'Result of a test.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Whether the integration has write access.' }),
    message: t.exposeString('message', {
      description: 'Destination of writes, or the error with advice.',
    }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of a rejected request; null when none was rejected.',
    }),
  }),
});

const IntegrationTargetType = builder.objectRef<IntegrationTarget>('IntegrationTarget').implement({
  description: 'A place that an integration can write to: a repository, a project, a team or a channel.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description:
        'Value of the argument that selects it: repository for GitHub and GitLab, projectKey for Jira, teamKey for ' +
        'Linear, channelId for Slack and Discord.',
    }),
    name: t.exposeString('name', { description: 'Display name at the provider.' }),
    group: t.exposeString('group', {
      nullable: true,
      description: 'GitHub: owner. GitLab: group. Discord: server. Null for the others.',
    }),
    isPrivate: t.exposeBoolean('isPrivate', {
      nullable: true,
      description: 'Whether it is closed to the public; null if the provider does not report it.',
    }),
    issueTypes: t.exposeStringList('issueTypes', {
      description: 'Jira Cloud: values for issueType, without subtasks. Empty for the others.',
    }),
  }),
});

export const IntegrationTargetsType = builder.objectRef<IntegrationTargets>('IntegrationTargets').implement({
  description: 'A page of targets.',
  fields: (t) => ({
    targets: t.field({
      type: [IntegrationTargetType],
      description: "The targets, in the provider's order, at most `limit`.",
      resolve: ({ targets }) => targets,
    }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description:
        'Cursor of the next page; null at the end. A page of a search may be empty without being the last one.',
    }),
  }),
});
