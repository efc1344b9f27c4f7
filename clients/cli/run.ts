import { parseArgs } from 'node:util';
import { PinboundError } from '../sdk/index.ts';
import { type Command, EXIT, type ExitCode } from './command.ts';
import { check } from './commands/check.ts';
import { comments } from './commands/comments.ts';
import { demo } from './commands/demo.ts';
import { deploy } from './commands/deploy.ts';
import { guards } from './commands/guards.ts';
import { init } from './commands/init.ts';
import { locate } from './commands/locate.ts';
import { login, logout } from './commands/login.ts';
import { mcp } from './commands/mcp.ts';
import { show } from './commands/show.ts';
import { sources } from './commands/sources.ts';
import { token } from './commands/token.ts';
import { hasIdToken } from './pipeline-token.ts';
import { readSettings } from './settings.ts';
import { createPrinter, safeLine } from './terminal-text.ts';
import { ServiceError, UsageError, type World } from './world.ts';

/** Commands by name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  login,
  logout,
  init,
  comments,
  show,
  locate,
  check,
  guards,
  deploy,
  sources,
  token,
  mcp,
  demo,
};

/** Commands of the service's own program, which need its files and its database. */
const OPERATORS: readonly string[] = ['admin', 'backup', 'restore', 'upgrade', 'doctor'];

const COMMON = {
  url: { type: 'string' },
  project: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

declare const CLI_VERSION: string;

/** Runs a command, and returns its exit code. Never rejects. */
export async function run(args: readonly string[], world: World): Promise<ExitCode> {
  const isJson = args.includes('--json');
  const print = createPrinter(isJson, world.stdout, world.stderr);
  try {
    const [name = '', ...others] = args;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const { values, positionals } = parse(command, command ? others : args);
    if (values.version) {
      world.stdout.write(`${CLI_VERSION}\n`);
      return EXIT.fine;
    }
    if (values.help) {
      world.stdout.write(command ? helpOf(name, command) : HELP);
      return EXIT.fine;
    }
    if (!command && OPERATORS.includes(name)) {
      throw new UsageError(`${name} is for operators: run it where the service is installed`);
    }
    if (!command) throw new UsageError(`expected a command: ${Object.keys(COMMANDS).join(', ')}`);
    return await command.run({ positionals, values, world, print, settings: readSettings(values, world) });
  } catch (error) {
    return report(error, print, world);
  }
}

function parse(command: Command | undefined, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...COMMON, ...command?.options }, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Prints an error, as JSON with `--json`, and returns its exit code. */
function report(error: unknown, print: ReturnType<typeof createPrinter>, world: World): ExitCode {
  const { code, message, details } = describe(error, world);
  print.json({ error: { message, ...details } });
  print.note(`pinbound: ${safeLine(message)}`);
  return code;
}

function describe(error: unknown, world: World): { code: ExitCode; message: string; details?: object } {
  const { message, stack } = error as Error;
  if (error instanceof UsageError) return { code: EXIT.usage, message };
  if (error instanceof PinboundError) {
    const { code, retryAfterSeconds } = error;
    return { code: EXIT.service, message: withAdvice(error, world), details: { code, retryAfterSeconds } };
  }
  if (error instanceof ServiceError) return { code: EXIT.service, message };
  return { code: EXIT.service, message: `the command failed: ${stack}` };
}

function withAdvice({ code, message, retryAfterSeconds }: PinboundError, world: World): string {
  if (code === 'UNAUTHENTICATED' && hasIdToken(world)) return message;
  if (code === 'UNAUTHENTICATED') return `${message}. Check PINBOUND_TOKEN, or log in again: pinbound login`;
  if (code === 'RATE_LIMITED' && retryAfterSeconds !== undefined) {
    return `${message}. Try again in ${retryAfterSeconds} seconds.`;
  }
  return message;
}

const column = (text: string): string => text.padEnd(38);

/** Commands, as the help of both programs lists them. */
export const COMMAND_LINES: string = Object.entries(COMMANDS)
  .map(([name, { usage, description }]) => `  ${column(`${name} ${usage}`.trim())} ${description}\n`)
  .join('');

const HELP = `Usage: pinbound <COMMAND>

${COMMAND_LINES}
Options of every command:
  ${column('--url <URL>')} Address of Pinbound; also PINBOUND_URL or .pinbound.json.
  ${column('--project <ID>')} Project; also PINBOUND_PROJECT or .pinbound.json.
  ${column('--json')} Print the result as JSON.
  ${column('--help, --version')} Print this text, or that of a command; print the version.

Exit codes: 0 fine, 1 a verdict that needs work, 2 wrong arguments or settings, 3 the service.
A token is read from PINBOUND_TOKEN together with PINBOUND_URL, or is that of pinbound login. A job of
GitHub Actions or GitLab CI with PINBOUND_URL exchanges its ID token for one.
Operators run further commands, such as backup, where the service is installed: pinbound --help there.
`;

const helpOf = (name: string, { usage, description, help = [] }: Command): string =>
  [`Usage: pinbound ${name} ${usage}`.trim(), '', description, ...(help.length > 0 ? ['', ...help] : []), ''].join(
    '\n',
  );
