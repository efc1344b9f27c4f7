import { createIntegration } from '../../resolvers/addons/integrations/create-integration.ts';
import { listIntegrations } from '../../resolvers/addons/integrations/list-integrations.ts';
import { testIntegration } from '../../resolvers/addons/integrations/test-integration.ts';
import { updateIntegration } from '../../resolvers/addons/integrations/update-integration.ts';
import { deleteIntegration } from '../../resolvers/integrations/delete-integration.ts';
import { getIntegration } from '../../resolvers/integrations/get-integration.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { Deleted } from '../deleted.ts';
import { idOf, itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import {
  IntegrationNoticeEnum,
  IntegrationProviderEnum,
  IntegrationTestType,
  IntegrationType,
} from './integration-type.ts';

const tag = 'Integrations';

/** What depends on the provider: where its API is, and what it knows us by. */
const placeArgs = builder.args((t) => ({
  webhookUrl: t.string({
    description: 'slack, discord: the url of the incoming webhook. Whoever has it can post: it is kept like a token.',
  }),
  baseUrl: t.string({
    description:
      "github, gitlab, jira, linear: where the provider's API is, http or https without query. Jira needs it: " +
      'https://example.atlassian.net. Default: the address of github.com, gitlab.com, linear.app.',
  }),
  repository: t.string({
    description: 'github: owner/name. gitlab: group/name, with subgroups, or the number of the project.',
  }),
  projectKey: t.string({ description: 'jira: key of the project, such as SHOP.' }),
  issueType: t.string({ description: 'jira: type of the issues. Default: Task.' }),
  teamKey: t.string({ description: 'linear: key of the team, such as ENG.' }),
  email: t.string({ description: 'jira: account of the token, for Jira Cloud; left out for Data Center.' }),
  token: t.string({
    description: 'github, gitlab, jira, linear: what the provider knows us by, at most 1 024 characters.',
  }),
  inboundSecret: t.string({
    description:
      'github, gitlab, jira, linear: signs what the tracker posts, 16–256 characters. Linear makes it up, for the others ' +
      'one is made when it is left out.',
  }),
}));

builder.mutationField('createIntegration', (t) =>
  t.field({
    type: IntegrationType,
    description:
      'Connects a project to a third party. From then on what happens to its annotations is sent there. The ' +
      'inboundSecret is shown in this answer alone. BAD_USER_INPUT for what the provider needs and for what it does not take.',
    args: {
      projectId: t.arg.id(idOf('project')),
      provider: t.arg({ type: IntegrationProviderEnum, required: true, description: 'What to connect to.' }),
      name: t.arg.string({ description: "1–120 characters. Default: the provider's name." }),
      notify: t.arg({
        type: [IntegrationNoticeEnum],
        description: 'What it is told of, at least one. Default: everything.',
      }),
      ...placeArgs,
    },
    extensions: operation({
      rest: { method: 'POST', path: '/integrations', status: 201, tag },
      needs: 'integration.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => createIntegration(ctx, args),
  }),
);

builder.queryField('integrations', (t) =>
  t.connection(
    {
      type: IntegrationType,
      description: 'The integrations of a project, newest first.',
      args: { projectId: t.arg.id(idOf('project')) },
      extensions: operation({
        rest: { method: 'GET', path: '/integrations/project/:projectId', envelope: 'list', tag },
        needs: 'integration.manage',
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listIntegrations(ctx, args.projectId, page)),
    },
    ...connectionNames('Integration', 'integrations', 'An integration'),
  ),
);

builder.queryField('integration', (t) =>
  t.field({
    type: IntegrationType,
    description: 'One integration.',
    args: { id: t.arg.id(itsId('integration')) },
    extensions: operation({
      rest: { method: 'GET', path: '/integrations/:id', tag },
      needs: 'integration.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getIntegration(ctx, args.id),
  }),
);

builder.mutationField('updateIntegration', (t) =>
  t.field({
    type: IntegrationType,
    description:
      'Changes what is given and leaves the rest. What has failed is tried again when it is enabled, or its ' +
      'place or token was changed. A baseUrl of another scheme, host or port needs the token with it: what is stored ' +
      'is sent to no other.',
    args: {
      id: t.arg.id(itsId('integration')),
      name: t.arg.string({ description: '1–120 characters.' }),
      notify: t.arg({ type: [IntegrationNoticeEnum], description: 'What it is told of, at least one.' }),
      enabled: t.arg.boolean({
        description: 'Whether anything is sent and taken. What happens meanwhile is not sent later.',
      }),
      ...placeArgs,
    },
    extensions: operation({
      rest: { method: 'PATCH', path: '/integrations/:id', tag },
      needs: 'integration.manage',
      throttle: 'api',
    }),
    resolve: (_root, { id, ...changes }, ctx) => updateIntegration(ctx, id, changes),
  }),
);

builder.mutationField('deleteIntegration', (t) =>
  t.field({
    type: Deleted,
    description: 'Removes an integration and what waits for it. Issues and comments stay where they are.',
    args: { id: t.arg.id(itsId('integration')) },
    extensions: operation({
      rest: { method: 'DELETE', path: '/integrations/:id', tag },
      needs: 'integration.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => deleteIntegration(ctx, args.id),
  }),
);

builder.mutationField('testIntegration', (t) =>
  t.field({
    type: IntegrationTestType,
    description:
      'Asks the provider whether the integration can write. Trackers are only read; into a channel of Slack a ' +
      'message is posted.',
    args: { id: t.arg.id(itsId('integration')) },
    extensions: operation({
      rest: { method: 'POST', path: '/integrations/:id/test', tag },
      needs: 'integration.manage',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => testIntegration(ctx, args.id),
  }),
);
