import type { ParseArgsConfig } from 'node:util';
import type { Settings } from './settings.ts';
import type { Printer } from './terminal-text.ts';
import { UsageError, type World } from './world.ts';

/** Exit codes; docs/cli.md explains them. */
export const EXIT = { fine: 0, verdict: 1, usage: 2, service: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Arguments of a command, and what it works with. */
export interface Call {
  positionals: readonly string[];
  values: Readonly<Record<string, unknown>>;
  world: World;
  settings: Settings;
  print: Printer;
}

/** A command of people and pipelines. */
export interface Command {
  /** Arguments behind the name, for the help. */
  usage: string;
  description: string;
  /** Options of `parseArgs`, with their descriptions in `help`. */
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Lines about the options. */
  help?: readonly string[];
  /** @throws UsageError, ServiceError, PinboundError */
  run(call: Call): Promise<ExitCode>;
}

/** Returns the text of an option. */
export const textOption = ({ values }: Pick<Call, 'values'>, name: string): string | undefined =>
  values[name] as string | undefined;

/**
 * Returns an option that is a whole number.
 * @throws UsageError
 */
export function numberOption(
  call: Pick<Call, 'values'>,
  name: string,
  [min, max]: [number, number],
  byDefault: number,
) {
  const text = textOption(call, name);
  if (text === undefined) return byDefault;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}`);
}
