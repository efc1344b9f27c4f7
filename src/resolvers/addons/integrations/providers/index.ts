import type { IntegrationProvider } from '../../../../generated/prisma/client.ts';
import { discord } from './discord.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jira } from './jira.ts';
import { linear } from './linear.ts';
import { type AnyProvider, anyProvider } from './provider.ts';
import { slack } from './slack.ts';

/** All providers. */
export const PROVIDERS: Record<IntegrationProvider, AnyProvider> = {
  slack: anyProvider(slack),
  discord: anyProvider(discord),
  github: anyProvider(github),
  gitlab: anyProvider(gitlab),
  jira: anyProvider(jira),
  linear: anyProvider(linear),
};
