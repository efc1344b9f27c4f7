import { IntegrationDisabledReason, IntegrationProvider } from '../../generated/prisma/client.ts';
import type { IntegrationRecord, NoticeKind } from '../../resolvers/addons/integrations/integration.ts';
import type { IssueState } from '../../resolvers/addons/integrations/providers/provider.ts';
import type { IntegrationTest } from '../../resolvers/addons/integrations/test-integration.ts';
import { inboundUrlOf } from '../../resolvers/integrations/inbound-url.ts';
import { builder } from '../builder.ts';

export const IntegrationProviderEnum = builder.enumType('IntegrationProvider', {
  description: 'What an integration connects to.',
  values: {
    [IntegrationProvider.slack]: { description: 'Messages in a channel, by an incoming webhook.' },
    [IntegrationProvider.discord]: { description: 'Messages in a channel, by a webhook.' },
    [IntegrationProvider.github]: { description: 'Issues of a repository, also of GitHub Enterprise Server.' },
    [IntegrationProvider.gitlab]: { description: 'Issues of a project, also of a GitLab of your own.' },
    [IntegrationProvider.jira]: { description: 'Issues of a project, of Jira Cloud or Data Center.' },
    [IntegrationProvider.linear]: { description: 'Issues of a team.' },
  } as const,
});

const NOTICE_VALUES: Record<NoticeKind, { description: string }> = {
  annotation: { description: 'New annotations: a message, or an issue.' },
  reply: { description: 'Replies: a message, or a comment; and what is commented there.' },
  status: { description: 'Changes of status: a message, or the state of the issue; and its changes there.' },
};

export const IntegrationNoticeEnum = builder.enumType('IntegrationNotice', {
  description: 'What an integration is told of. Trackers of issues tell it back.',
  values: NOTICE_VALUES,
});

const DisabledReasonEnum = builder.enumType('IntegrationDisabledReason', {
  description: 'Why the service has disabled an integration.',
  values: {
    [IntegrationDisabledReason.refused]: {
      description: 'The provider answered 401, 403, 404 or 410 five times in a row.',
    },
    [IntegrationDisabledReason.failing]: { description: 'Every attempt of five days failed.' },
  } as const,
});

const STATE_VALUES: Record<IssueState, { description: string }> = {
  open: { description: 'Not begun.' },
  started: { description: 'Begun. GitHub and GitLab do not tell this from open.' },
  closed: { description: 'Done, or given up.' },
};

const IssueStateEnum = builder.enumType('IssueState', {
  description: 'Where an issue stands, in words for all trackers.',
  values: STATE_VALUES,
});

/** An issue, as the column of its annotation holds it. */
export interface ShownIssue {
  integrationId: string;
  provider: IntegrationProvider;
  key: string;
  url: string;
  state: IssueState;
}

export const ExternalIssueType = builder.objectRef<ShownIssue>('ExternalIssue').implement({
  description: 'An issue that an integration has made of an annotation.',
  fields: (t) => ({
    integrationId: t.exposeID('integrationId', { description: 'The integration that keeps it in step.' }),
    provider: t.expose('provider', { type: IntegrationProviderEnum, description: 'The tracker it is in.' }),
    key: t.exposeString('key', { description: 'What the tracker calls it: #12, SHOP-12.' }),
    url: t.exposeString('url', { description: 'Its page.' }),
    state: t.expose('state', { type: IssueStateEnum, description: 'Where it stands, as the tracker last said.' }),
  }),
});

const setting = (name: string) => ({
  nullable: true as const,
  resolve: ({ settings }: IntegrationRecord) => (settings[name] as string | undefined) ?? null,
});

export const IntegrationType = builder.objectRef<IntegrationRecord>('Integration').implement({
  description: "A project's connection to a third party. Its credentials are never shown again.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    projectId: t.exposeID('projectId', { description: 'The project it belongs to.' }),
    provider: t.expose('provider', { type: IntegrationProviderEnum, description: 'What it connects to.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    notify: t.expose('notify', { type: [IntegrationNoticeEnum], description: 'What it is told of.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether anything is sent and taken.' }),
    disabledReason: t.expose('disabledReason', {
      type: DisabledReasonEnum,
      nullable: true,
      description: 'Why the service has disabled it; null when it is enabled or a person did.',
    }),
    baseUrl: t.string({
      ...setting('baseUrl'),
      description: "Where the provider's API is; null for Slack and Discord.",
    }),
    repository: t.string({ ...setting('repository'), description: 'Repository at GitHub, project at GitLab.' }),
    projectKey: t.string({ ...setting('projectKey'), description: 'Key of the project in Jira.' }),
    issueType: t.string({ ...setting('issueType'), description: 'Type of the issues in Jira.' }),
    teamKey: t.string({ ...setting('teamKey'), description: 'Key of the team in Linear.' }),
    email: t.string({ ...setting('email'), description: 'Account of the token at Jira Cloud.' }),
    credentialHint: t.exposeString('credentialHint', {
      description: 'The last four characters of its token or webhook url, after an ellipsis; of a short one none.',
    }),
    inboundUrl: t.string({
      nullable: true,
      description: 'Where the tracker posts its changes to; null for Slack and Discord, which tell nothing back.',
      resolve: (integration, _args, ctx) => inboundUrlOf(ctx, integration),
    }),
    inboundSecret: t.string({
      nullable: true,
      description: 'Signs what the tracker posts. Null but in the answer to creating the integration.',
      resolve: ({ inboundSecret }) => inboundSecret,
    }),
    hasInboundSecret: t.exposeBoolean('hasInboundSecret', {
      description: 'Whether calls of the tracker can be verified; without, they are refused.',
    }),
    pendingCount: t.exposeInt('pendingCount', { description: 'Events that wait for an attempt.' }),
    pausedUntil: t.expose('pausedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the provider has asked to be left alone; null when it has not.',
    }),
    lastSuccessAt: t.expose('lastSuccessAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an event was last taken, within 30 days.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'What went wrong with the last attempt, and what to do; null when nothing did.',
    }),
    lastErrorAt: t.expose('lastErrorAt', { type: 'DateTime', nullable: true, description: 'When that was.' }),
    lastInboundAt: t.expose('lastInboundAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the tracker last told of a change, with a signature that fits.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const IntegrationTestType = builder.objectRef<IntegrationTest>('IntegrationTest').implement({
  description: 'What came of a test.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Whether the integration can write.' }),
    message: t.exposeString('message', {
      description: 'What it would write to, or what went wrong and what to do.',
    }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of a refusal; null when there was none.',
    }),
  }),
});
