import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { badField, badFields, fieldProblem } from '../../../errors.ts';
import type { IntegrationProvider } from '../../../generated/prisma/client.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { SECRET_PREFIX } from '../deliveries/signatures.ts';
import { NOTICES } from './integration.ts';
import { PROVIDERS } from './providers/index.ts';
import { tokenInput } from './providers/inputs.ts';

/** Arguments for settings and credentials. Each provider accepts some of them. */
const CONFIG_ARGUMENTS = [
  'webhookUrl',
  'baseUrl',
  'repository',
  'projectKey',
  'issueType',
  'issueFields',
  'teamKey',
  'channelId',
  'email',
  'token',
] as const;

export type ConfigArguments = Partial<Record<(typeof CONFIG_ARGUMENTS)[number], unknown>>;

/** Settings and credentials of an integration. */
export interface ProviderConfig {
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

/** Selects the arguments for settings and credentials. */
export const configArguments = (args: object): ConfigArguments =>
  Object.fromEntries(
    CONFIG_ARGUMENTS.flatMap((name) => (name in args ? [[name, (args as Record<string, unknown>)[name]]] : [])),
  );

/** @throws BAD_USER_INPUT for a missing argument, and for one that the provider does not accept */
export function parseConfig(name: IntegrationProvider, given: ConfigArguments): ProviderConfig {
  const provider = PROVIDERS[name];
  const parsed = parseAccepted(provider, { ...provider.settings.shape, ...provider.credentials.shape }, given);
  const isCredential = ([argument]: [string, string]) => argument in provider.credentials.shape;
  const entries = Object.entries(parsed);
  const config = {
    settings: Object.fromEntries(entries.filter((entry) => !isCredential(entry))),
    credentials: Object.fromEntries(entries.filter(isCredential)),
  };
  const problem = provider.checkConfig?.(config.settings, config.credentials);
  if (problem) throw badFields([problem]);
  return config;
}

/**
 * Parses the arguments for access to a provider whose target is not chosen yet.
 *
 * @throws BAD_USER_INPUT for a missing argument, and for one that the provider does not accept
 */
export function parseAccess(name: IntegrationProvider, given: ConfigArguments): Record<string, string> {
  const provider = PROVIDERS[name];
  const settings = Object.entries(provider.settings.shape).filter(
    ([setting]) => !provider.targetSettings.includes(setting),
  );
  return parseAccepted(provider, { ...Object.fromEntries(settings), token: tokenInput }, given);
}

function parseAccepted({ label }: { label: string }, accepted: z.ZodRawShape, given: ConfigArguments) {
  const present = Object.entries(given).filter(([, value]) => value != null);
  const unknown = present.filter(([argument]) => !(argument in accepted));
  if (unknown.length > 0)
    throw badFields(
      unknown.map(([argument]) => fieldProblem(argument, `is not supported by ${label}; omit it`, 'unknown')),
    );
  return parseInput(z.object(accepted), Object.fromEntries(present)) as Record<string, string>;
}

/** Name of the argument with the URL, for error messages. */
export const addressArgument = ({ credentials }: ProviderConfig): string =>
  'webhookUrl' in credentials ? 'webhookUrl' : 'baseUrl';

export const addressOf = (name: IntegrationProvider, { settings, credentials }: ProviderConfig): string =>
  PROVIDERS[name].addressOf(settings, credentials);

/** Generates a secret in the form of GitLab's signing tokens, which other trackers accept too. */
const newInboundSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64');

/**
 * Returns the given secret of a tracker's calls, or generates one.
 *
 * @returns undefined if the tracker generates it later
 * @throws BAD_USER_INPUT for a provider without inbound calls
 */
export function resolveInboundSecret(name: IntegrationProvider, given: string | null | undefined): string | undefined {
  const provider = PROVIDERS[name];
  if (provider.kind === 'tracker')
    return given ?? (provider.inbound.secretSource === 'pinbound' ? newInboundSecret() : undefined);
  if (given != null) throw badField('inboundSecret', `${provider.label} sends no calls; omit it`);
  return undefined;
}
