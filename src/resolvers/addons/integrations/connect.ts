import type { Context } from '../../../context.ts';
import type { IntegrationProvider } from '../../../generated/prisma/client.ts';
import { openCredentials } from './credentials.ts';
import { createApiClient } from './providers/api-client.ts';
import { PROVIDERS } from './providers/index.ts';
import type { Channel, Tracker } from './providers/provider.ts';

/** Columns for a connection; `secret` contains the encrypted credentials. */
export interface ConnectableIntegration {
  id: string;
  provider: IntegrationProvider;
  settings: Record<string, unknown>;
  secret: string;
}

export type Connection =
  | { kind: 'channel'; channel: Channel }
  | { kind: 'tracker'; tracker: Tracker; hasStartedState: boolean };

/** Creates the provider's client for an integration, without a request. */
export function connect(
  ctx: Context<'outbound' | 'secretBox'>,
  { id, provider, settings, secret }: ConnectableIntegration,
  signal?: AbortSignal,
): Connection {
  const { secretBox, outbound } = ctx.services;
  const kind = PROVIDERS[provider];
  const credentials = openCredentials(secretBox, id, secret).provider;
  const options = { integrationId: id, settings, credentials, call: createApiClient(kind, outbound, signal) };
  if (kind.kind === 'channel') return { kind: 'channel', channel: kind.connect(options) };
  return { kind: 'tracker', tracker: kind.connect(options), hasStartedState: kind.hasStartedState };
}
