import { createIntegration } from '../../resolvers/addons/integrations/create-integration.ts';
import { deleteIntegration } from '../../resolvers/addons/integrations/delete-integration.ts';
import { getIntegration } from '../../resolvers/addons/integrations/get-integration.ts';
import { listIntegrations } from '../../resolvers/addons/integrations/list-integrations.ts';
import { testIntegration } from '../../resolvers/addons/integrations/test-integration.ts';
import { updateIntegration } from '../../resolvers/addons/integrations/update-integration.ts';
import { builder } from '../builder.ts';
import { actOnOne, addMutation, listOf, readOne } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { connectionOf } from '../related.ts';
import {
  IntegrationNoticeEnum,
  IntegrationProviderEnum,
  IntegrationTestType,
  IntegrationType,
} from './integration-type.ts';

const tag = 'Integrations';

const includeInternal = 'Whether internal annotations and replies are sent, with their text.';

/** Arguments that depend on the provider: its address and credentials. */
const providerArgs = builder.args((t) => ({
  webhookUrl: t.string({
    description: 'slack, discord: URL of the incoming webhook. It allows posting and is stored like a token.',
  }),
  baseUrl: t.string({
    description:
      "github, gitlab, jira, linear: base URL of the provider's API, http or https without query. Required for " +
      'Jira: https://example.atlassian.net. Default: github.com, gitlab.com or linear.app.',
  }),
  repository: t.string({
    description: 'github: owner/name. gitlab: group/name, with subgroups, or the project ID.',
  }),
  projectKey: t.string({ description: 'jira: key of the project, such as SHOP.' }),
  issueType: t.string({ description: 'jira: type of the issues. Default: Task.' }),
  teamKey: t.string({ description: 'linear: key of the team, such as ENG.' }),
  email: t.string({ description: 'jira: account of the token for Jira Cloud; omit it for Data Center.' }),
  token: t.string({
    description: 'github, gitlab, jira, linear: access token, at most 1 024 characters.',
  }),
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
