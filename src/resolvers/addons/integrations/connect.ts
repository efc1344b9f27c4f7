import type { Context } from '../../../context.ts';
import type { IntegrationProvider } from '../../../generated/prisma/client.ts';
import { openCredentials } from './credentials.ts';
import { callerFor } from './providers/api-client.ts';
import { PROVIDERS } from './providers/index.ts';
import type { Channel, Tracker } from './providers/provider.ts';

/** What is connected to: a row, with its credentials sealed. */
export interface Connectable {
  id: string;
  provider: IntegrationProvider;
  settings: Record<string, unknown>;
  secret: string;
}

export type Connection =
  | { kind: 'channel'; channel: Channel }
  | { kind: 'tracker'; tracker: Tracker; knowsStarted: boolean };

/** The place that an integration writes to. Calls nobody yet. */
export function connect(
  ctx: Context,
  { id, provider, settings, secret }: Connectable,
  signal?: AbortSignal,
): Connection {
  const { secretBox, outbound } = ctx.services;
  const kind = PROVIDERS[provider];
  const credentials = openCredentials(secretBox, id, secret).provider;
  const link = { integrationId: id, settings, credentials, call: callerFor(kind, outbound, signal) };
  if (kind.kind === 'channel') return { kind: 'channel', channel: kind.connect(link) };
  return { kind: 'tracker', tracker: kind.connect(link), knowsStarted: kind.knowsStarted };
}
