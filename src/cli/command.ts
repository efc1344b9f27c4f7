import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config/config.ts';

/** Settings of the installation, and the migrations of this version. */
export type CommandConfig = Config & { migrationsDir: string };

/** A command of `pinbound`. */
export interface Command {
  /** Options of `parseArgs`. */
  options: NonNullable<ParseArgsConfig['options']>;
  /**
   * Checks the arguments before anything is opened.
   * @returns the work, which returns the text to print
   * @throws UsageError
   */
  prepare(positionals: string[], values: Record<string, unknown>): (config: CommandConfig) => Promise<string>;
}

/** Wrong arguments of a command. */
export class UsageError extends Error {}
