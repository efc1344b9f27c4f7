import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Call, type Command, EXIT } from '../command.ts';
import { readMembers, send } from '../connection.ts';
import { tryGit } from '../git.ts';
import { ServiceError, UsageError } from '../world.ts';

/** Names that a checkout may have: nothing outside of its folder, and nothing hidden. */
const FILE_NAME = /^[A-Za-z][\w-]*\.[a-z]+$/;

/** Writes the source of the demo shop into a folder. */
export const demo: Command = {
  usage: 'checkout <FOLDER>',
  description: 'Write the source of the demo shop into a new folder, as a git repository with its own server.',
  async run(call) {
    const { positionals, settings, world, print } = call;
    const [action, name, ...others] = positionals;
    if (action !== 'checkout' || name === undefined || others.length > 0) {
      throw new UsageError('expected: pinbound demo checkout <FOLDER>');
    }
    const folder = resolve(world.cwd, name);
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new UsageError(`${folder} is not empty. Name a new folder.`);
    const files = await readSource(settings.url());
    write(folder, files);
    const isRepository = commit({ ...world, cwd: folder });
    print.json({ folder, files: Object.keys(files), isRepository });
    print.line(
      `${folder} has ${Object.keys(files).join(', ')}${isRepository ? ' in a git repository' : ', without git'}.`,
    );
    print.line(`Serve it: node ${join(name, 'serve.mjs')}. README.md has the next steps.`);
    return EXIT.fine;
  },
};

/** @throws ServiceError */
async function readSource(url: string): Promise<Record<string, string>> {
  const response = await send(`${url}/demo/source.json`);
  if (response.status === 404)
    throw new ServiceError(`${url} has no demo: it runs in production, or its demo was deleted`);
  const entries = Object.entries(await readMembers(response));
  const isSource =
    entries.length > 0 && entries.every(([name, text]) => FILE_NAME.test(name) && typeof text === 'string');
  if (!response.ok || !isSource)
    throw new ServiceError(`${url} responds with status ${response.status}, not as Pinbound does`);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** @throws UsageError */
function write(folder: string, files: Record<string, string>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  } catch (error) {
    throw new UsageError(`${folder} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Commits the files; returns whether git did. */
function commit(world: Call['world']): boolean {
  const author = ['-c', 'user.name=Pinbound', '-c', 'user.email=demo@pinbound.example', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...author, 'commit', '-q', '-m', 'Open the shop'],
  ])
    tryGit(world, ...args);
  return tryGit(world, 'rev-parse', 'HEAD') !== undefined;
}
