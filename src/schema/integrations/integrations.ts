import { createIntegration } from '../../resolvers/addons/integrations/create-integration.ts';
import { deleteIntegration } from '../../resolvers/addons/integrations/delete-integration.ts';
import { getIntegration } from '../../resolvers/addons/integrations/get-integration.ts';
import { listIntegrations } from '../../resolvers/addons/integrations/list-integrations.ts';
import { findTargets, listTargets, TARGETS_PER_PAGE } from '../../resolvers/addons/integrations/list-targets.ts';
import { testIntegration } from '../../resolvers/addons/integrations/test-integration.ts';
import { updateIntegration } from '../../resolvers/addons/integrations/update-integration.ts';
import { builder } from '../builder.ts';
import { bounded } from '../constraints.ts';
import { actOnOne, addMutation, addQuery, listOf, readOne } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { connectionOf } from '../related.ts';
import {
  IntegrationFilterInput,
  IntegrationNoticeEnum,
  IntegrationProviderEnum,
  IntegrationTargetsType,
  IntegrationTestType,
  IntegrationType,
} from './integration-type.ts';

const tag = 'Integrations';

const includeInternal = 'Whether internal annotations and replies are sent, with their text.';

/** Arguments for access to a provider. */
const accessArgs = builder.args((t) => ({
  baseUrl: t.string({
    description:
      "Base URL of the provider's API, http or https without query. Required for Jira: " +
      "https://example.atlassian.net. Default: the provider's public service.",
  }),
  email: t.string({ description: 'jira: account of the token for Jira Cloud; omit it for Data Center.' }),
  token: t.string({
    description:
      'github, gitlab, jira, linear: access token. slack, discord: token of a bot. At most 1 024 characters.',
  }),
}));

/** Arguments that depend on the provider: its address and credentials. */
const providerArgs = builder.args((t) => ({
  webhookUrl: t.string({
    description:
      'slack, discord: URL of the incoming webhook. It allows posting and is stored like a token. Omit it for a bot.',
  }),
  repository: t.string({
    description: 'github: owner/name. gitlab: group/name, with subgroups, or the project ID.',
  }),
  projectKey: t.string({ description: 'jira: key of the project, such as SHOP.' }),
  issueType: t.string({ description: 'jira: type of the issues. Default: Task.' }),
  issueFields: t.field({
    type: 'JSONObject',
    description:
      'jira: values of further fields by their ids, as its API takes them, such as {"customfield_10010": {"value": "Web"}}. ' +
      'The connection test names those that the project requires.',
  }),
  teamKey: t.string({ description: 'linear: key of the team, such as ENG.' }),
  channelId: t.string({ description: 'slack, discord: ID of the channel that the bot posts to.' }),
  inboundSecret: t.string({
    description:
      'github, gitlab, jira, linear: signing secret for requests of the tracker, 16–256 characters. Linear ' +
      'generates it; for the others, the default is generated here.',
  }),
}));

addMutation('createIntegration', {
  type: IntegrationType,
  description:
    'Connects a project to an external service, which then receives changes of its annotations. Only this ' +
    'response has the inboundSecret. BAD_USER_INPUT for missing settings and for settings of other providers.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    provider: t.field({ type: IntegrationProviderEnum, required: true, description: 'External service.' }),
    name: t.string({ description: "Display name, 1–120 characters. Default: the provider's name." }),
    notify: t.field({
      type: [IntegrationNoticeEnum],
      description: 'Changes to send, at least one. Default: all.',
    }),
    includeInternal: t.boolean({ description: `${includeInternal} Default: false.` }),
    filter: t.field({
      type: IntegrationFilterInput,
      description: 'Annotations to send. Linked issues are synchronized whatever the filter. Default: all.',
    }),
    ...accessArgs,
    ...providerArgs,
  })),
  rest: { method: 'POST', path: '/integrations', status: 201, tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: createIntegration,
});

export const INTEGRATIONS = connectionOf(IntegrationType, 'Integration', 'integrations', 'An integration');

listOf('integrations', {
  type: IntegrationType,
  connection: INTEGRATIONS,
  description: 'Integrations of a project, newest first.',
  args: builder.args((t) => ({ projectId: t.id(parentId('project')) })),
  rest: { path: '/integrations/project/:projectId', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  list: (ctx, args, page) => listIntegrations(ctx, args.projectId, page),
});

readOne('integration', {
  type: IntegrationType,
  of: 'integration',
  description: 'One integration.',
  rest: { path: '/integrations/:id', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: getIntegration,
});

addMutation('updateIntegration', {
  type: IntegrationType,
  description:
    'Updates the given fields. Failed deliveries are retried when the integration is enabled or its destination ' +
    'or token changes. A baseUrl with another scheme, host or port requires the token: stored credentials are ' +
    'never sent to another host.',
  args: builder.args((t) => ({
    id: t.id(resourceId('integration')),
    name: t.string({ description: 'Display name, 1–120 characters.' }),
    notify: t.field({ type: [IntegrationNoticeEnum], description: 'Changes to send, at least one.' }),
    enabled: t.boolean({
      description: 'Whether changes are sent and received. Changes while disabled are not sent later.',
    }),
    includeInternal: t.boolean({ description: includeInternal }),
    filter: t.field({
      type: IntegrationFilterInput,
      description: 'Annotations to send, instead of the present filter; {} for all.',
    }),
    ...accessArgs,
    ...providerArgs,
  })),
  rest: { method: 'PATCH', path: '/integrations/:id', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: (ctx, { id, ...changes }) => updateIntegration(ctx, id, changes),
});

removeOne('deleteIntegration', {
  of: 'integration',
  description: 'Deletes an integration and its queued events. Existing issues and comments remain.',
  rest: { path: '/integrations/:id', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: deleteIntegration,
});

actOnOne('testIntegration', {
  type: IntegrationTestType,
  of: 'integration',
  description:
    'Checks whether the integration has write access. Trackers are only read; Slack channels receive a message.',
  rest: { path: '/integrations/:id/test', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: testIntegration,
});

const targetsArgs = builder.args((t) => ({
  search: t.string({ description: 'Part of a name, in any case, 1–100 characters.' }),
  limit: t.int(bounded('Number of targets', TARGETS_PER_PAGE)),
  cursor: t.string({ description: 'nextCursor of the page before. Default: from the start.' }),
}));

const providerErrors =
  'BAD_USER_INPUT where the provider rejects the credentials, RATE_LIMITED while it requests a pause, CONFLICT ' +
  'while it cannot be reached.';

addMutation('findIntegrationTargets', {
  type: IntegrationTargetsType,
  description:
    'Lists the repositories, projects, teams or channels that a token can write to, before an integration exists. ' +
    `A mutation, so that the token is never part of a URL; stores nothing. ${providerErrors}`,
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    provider: t.field({ type: IntegrationProviderEnum, required: true, description: 'External service.' }),
    ...accessArgs,
    ...targetsArgs,
  })),
  rest: { method: 'POST', path: '/integrations/targets', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: findTargets,
});

addQuery('integrationTargets', {
  type: IntegrationTargetsType,
  description:
    'Lists the repositories, projects, teams or channels that the stored token of an integration can write to. ' +
    `BAD_USER_INPUT for an incoming webhook, which has no list. ${providerErrors}`,
  args: builder.args((t) => ({ id: t.id(resourceId('integration')), ...targetsArgs })),
  rest: { method: 'GET', path: '/integrations/:id/targets', tag },
  needs: 'integration.manage',
  acceptsTokens: true,
  resolve: (ctx, { id, ...selection }) => listTargets(ctx, id, selection),
});
