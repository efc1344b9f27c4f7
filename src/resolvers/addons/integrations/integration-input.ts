import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { badInput } from '../../../errors.ts';
import type { IntegrationProvider } from '../../../generated/prisma/client.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { SECRET_PREFIX } from '../deliveries/signatures.ts';
import { NOTICES } from './integration.ts';
import { PROVIDERS } from './providers/index.ts';

/** What each provider takes some of. */
const PLACE_ARGUMENTS = [
  'webhookUrl',
  'baseUrl',
  'repository',
  'projectKey',
  'issueType',
  'teamKey',
  'email',
  'token',
] as const;

export type PlaceArguments = Partial<Record<(typeof PLACE_ARGUMENTS)[number], string | null>>;

/** Where an integration writes to, and with what. */
export interface Place {
  settings: Record<string, unknown>;
  credentials: Record<string, string>;
}

export const notifyInput = z
  .array(z.enum(NOTICES))
  .min(1, 'must name at least one')
  .transform((notices) => [...new Set(notices)]);

export const inboundSecretInput = z
  .string()
  .min(16, 'must have at least 16 characters')
  .max(256, 'must have at most 256 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

/** The arguments of a place among others. */
export const placeArguments = (args: object): PlaceArguments =>
  Object.fromEntries(
    PLACE_ARGUMENTS.flatMap((name) => (name in args ? [[name, (args as Record<string, unknown>)[name]]] : [])),
  );

/** @throws BAD_USER_INPUT for what the provider lacks, and for what it does not take */
export function parsePlace(name: IntegrationProvider, given: PlaceArguments): Place {
  const { settings, credentials, label } = PROVIDERS[name];
  const present = Object.entries(given).filter(([, value]) => value != null);
  const taken = { ...settings.shape, ...credentials.shape };
  const strange = present.filter(([argument]) => !(argument in taken));
  if (strange.length > 0) throw badInput(strange.map(([argument]) => `${argument}: ${label} takes none`).join('; '));
  const parsed = parseInput(z.object(taken), Object.fromEntries(present)) as Record<string, string>;
  const isCredential = ([argument]: [string, string]) => argument in credentials.shape;
  const entries = Object.entries(parsed);
  return {
    settings: Object.fromEntries(entries.filter((entry) => !isCredential(entry))),
    credentials: Object.fromEntries(entries.filter(isCredential)),
  };
}

/** The argument that names the address of a place, for messages. */
export const addressArgument = ({ credentials }: Place): string =>
  'webhookUrl' in credentials ? 'webhookUrl' : 'baseUrl';

export const addressOf = (name: IntegrationProvider, { settings, credentials }: Place): string =>
  PROVIDERS[name].addressOf(settings, credentials);

/** A secret for a tracker's calls: in the form of GitLab's signing tokens, which the others take as well. */
const newInboundSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64');

/**
 * The secret that a tracker's calls are signed with. @returns undefined when there is none yet: the tracker makes it up
 * @throws BAD_USER_INPUT for a provider that never calls
 */
export function inboundSecretFor(name: IntegrationProvider, given: string | null | undefined): string | undefined {
  const provider = PROVIDERS[name];
  if (provider.kind === 'tracker')
    return given ?? (provider.inbound.secretBy === 'us' ? newInboundSecret() : undefined);
  if (given != null) throw badInput(`inboundSecret: ${provider.label} takes none: it tells nothing back`);
  return undefined;
}
