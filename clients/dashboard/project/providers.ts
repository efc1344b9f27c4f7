import type { IntegrationProvider } from '../graphql-types.generated.ts';

/** Names of settings that a provider has. */
export type ProviderField =
  | 'baseUrl'
  | 'email'
  | 'webhookUrl'
  | 'token'
  | 'issueType'
  | 'issueFields'
  | 'inboundSecret';

interface Provider {
  name: string;
  /** Mark drawn in the gallery: letters on a color, no trademark. */
  initials: string;
  color: string;
  /** Name of the argument with the target. */
  target: 'repository' | 'projectKey' | 'teamKey' | 'channelId';
  /** Settings before the target, in their order; the others are optional. */
  fields: readonly ProviderField[];
  required: readonly ProviderField[];
  /** Example of a target. */
  example: string;
}

export const PROVIDERS: Record<IntegrationProvider, Provider> = {
  slack: {
    name: 'Slack',
    initials: 'Sl',
    color: '#611f69',
    target: 'channelId',
    fields: ['webhookUrl', 'token'],
    required: [],
    example: 'C0123456789',
  },
  discord: {
    name: 'Discord',
    initials: 'Di',
    color: '#5865f2',
    target: 'channelId',
    fields: ['webhookUrl', 'token'],
    required: [],
    example: '112233445566778899',
  },
  github: {
    name: 'GitHub',
    initials: 'GH',
    color: '#24292f',
    target: 'repository',
    fields: ['token', 'baseUrl'],
    required: ['token'],
    example: 'owner/name',
  },
  gitlab: {
    name: 'GitLab',
    initials: 'GL',
    color: '#c94a12',
    target: 'repository',
    fields: ['token', 'baseUrl'],
    required: ['token'],
    example: 'group/name',
  },
  jira: {
    name: 'Jira',
    initials: 'Ji',
    color: '#0052cc',
    target: 'projectKey',
    fields: ['baseUrl', 'email', 'token', 'issueType', 'issueFields'],
    required: ['baseUrl', 'token'],
    example: 'SHOP',
  },
  linear: {
    name: 'Linear',
    initials: 'Li',
    color: '#5e6ad2',
    target: 'teamKey',
    fields: ['token', 'inboundSecret'],
    required: ['token'],
    example: 'ENG',
  },
};

/** Target of an integration for people: its repository, project, team or channel. */
export const targetOf = (integration: {
  repository: string | null;
  projectKey: string | null;
  teamKey: string | null;
  channelId: string | null;
  credentialHint: string;
}): string =>
  integration.repository ??
  integration.projectKey ??
  integration.teamKey ??
  integration.channelId ??
  integration.credentialHint;
