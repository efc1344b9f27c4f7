import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { AGENTS, detectAgents, type Folders, foldersOf } from '../agents.ts';
import { type Call, type Command, EXIT } from '../command.ts';
import { apply, type Change, changeAgent, targetOf } from '../config-files.ts';
import { send } from '../connection.ts';
import { readIfPresent } from '../read-if-present.ts';
import { safeLines } from '../terminal-text.ts';
import { ServiceError, UsageError } from '../world.ts';

const SKILL = 'fix-open-comments';

/** Configures coding agents for the project, and removes the configuration. */
export const init: Command = {
  usage: '[--remove]',
  description: 'Configure the coding agents that you use here; shows every file before it is written.',
  options: {
    agent: { type: 'string', multiple: true },
    environment: { type: 'string' },
    remove: { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  help: [
    `  --agent <NAME>   Instead of those found: ${Object.keys(AGENTS).join(', ')}; may be repeated.`,
    '  --yes            Write without a question.',
    '  --remove         Remove what init wrote, for all agents.',
  ],
  async run(call) {
    const { positionals, values, world, print } = call;
    if (positionals.length > 0) throw new UsageError('expected: pinbound init [--remove]');
    const folders = foldersOf(world);
    const names = values.remove ? Object.keys(AGENTS) : chosenAgents(call, folders);
    const changes = values.remove ? removals(folders) : await additions(call, folders, names);
    // A rejected file is known before anything is shown or written.
    for (const change of changes) targetOf(change, folders);
    print.json({ agents: names, changes });
    for (const { path, text } of changes) {
      print.line(text === undefined ? `Remove ${path}` : `Write ${path}:\n${safeLines(text.trimEnd(), '    ')}`);
    }
    if (changes.length === 0) {
      print.line('Nothing to change.');
      return EXIT.fine;
    }
    if (!values.yes && !(await isConfirmed(call))) {
      print.line('Nothing was changed. Run it again with --yes to change these files.');
      return EXIT.fine;
    }
    for (const change of changes) apply(change, folders);
    print.line(values.remove ? 'Removed.' : 'Written. Set PINBOUND_TOKEN to an access token, and restart the agent.');
    return EXIT.fine;
  },
};

function chosenAgents({ values }: Call, folders: Folders): string[] {
  const chosen = values.agent as string[] | undefined;
  const names = chosen ?? detectAgents(folders);
  const known = Object.keys(AGENTS).join(', ');
  if (names.length === 0) throw new UsageError(`No coding agent was found. Name one: --agent ${known}`);
  const unknown = names.find((name) => !Object.hasOwn(AGENTS, name));
  if (unknown !== undefined) throw new UsageError(`--agent must be one of ${known}`);
  return names;
}

async function additions(call: Call, folders: Folders, names: readonly string[]): Promise<Change[]> {
  const { settings } = call;
  // Agents send the token to this address; a file of the repository must not decide on it.
  const url = settings.chosenUrl();
  const projectId = settings.projectId();
  const environmentId = settings.environmentId();
  const project = { url, projectId, ...(environmentId && { environmentId }) };
  const wanted: Change[] = [
    { path: join(folders.project, '.pinbound.json'), text: `${JSON.stringify(project, null, 2)}\n` },
  ];
  if (names.includes('claude')) wanted.push({ path: skillPath(folders), text: await readSkill(url) });
  const changes = names.flatMap((name) => changeAgent(agentOf(name), folders, `${url}/mcp`));
  return [...wanted.filter(({ path, text }) => readIfPresent(path) !== text), ...changes];
}

function removals(folders: Folders): Change[] {
  const paths = [join(folders.project, '.pinbound.json'), skillPath(folders)];
  const files = paths.filter((path) => readIfPresent(path) !== undefined).map((path) => ({ path, text: undefined }));
  return [...files, ...Object.keys(AGENTS).flatMap((name) => changeAgent(agentOf(name), folders, undefined))];
}

function agentOf(name: string) {
  const agent = AGENTS[name];
  if (!agent) throw new UsageError(`Unknown agent: ${name}`);
  return agent;
}

const skillPath = ({ project }: Folders): string => join(project, '.claude/skills', SKILL, 'SKILL.md');

/** @throws ServiceError */
async function readSkill(url: string): Promise<string> {
  const address = `${url}/.well-known/agent-skills/${SKILL}/SKILL.md`;
  const response = await send(address);
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/markdown')) {
    throw new ServiceError(`${url} responds with status ${response.status}, not as Pinbound does; check the url`);
  }
  return response.text();
}

/** Asks on a terminal; anywhere else, nobody confirms. */
async function isConfirmed({ world: { stdin, stderr }, print }: Call): Promise<boolean> {
  if (!stdin.isTTY || print.isJson) return false;
  const terminal = createInterface({ input: stdin, output: stderr });
  const answer = await terminal.question('Change these files? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
