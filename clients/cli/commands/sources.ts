import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Manifest } from '../../source-plugin/manifest.ts';
import { mergedManifest } from '../code-places.ts';
import { type Call, type Command, EXIT, textOption } from '../command.ts';
import { readMembers, send } from '../connection.ts';
import { git, tryGit } from '../git.ts';
import { safeLine } from '../terminal-text.ts';
import { ServiceError, UsageError, type World } from '../world.ts';

/** Uploads where the elements of the commit are in the code. */
export const sources: Command = {
  usage: 'upload',
  description: 'Upload where elements are in the code, for links from comments to lines.',
  options: { commit: { type: 'string' }, repository: { type: 'string' }, manifest: { type: 'string' } },
  help: [
    '  --commit <COMMIT>     As the deployment names it; that of the repository by default.',
    '  --repository <URL>    Web page of the repository; from the remote origin by default.',
    '  --manifest <FILE>     JSON of manifestOf of the plugin, instead of reading the repository.',
    '',
    'Sends paths, lines and names of components that the build plugin pinbound-source finds; no code.',
  ],
  async run(call) {
    const { positionals, world, print } = call;
    if (positionals.length !== 1 || positionals[0] !== 'upload')
      throw new UsageError('expected: pinbound sources upload');
    const given = textOption(call, 'commit');
    const commit = given ?? readCommit(world);
    const file = textOption(call, 'manifest');
    const manifest = file === undefined ? await readRepository(world) : readManifestFile(world, file);
    const repository = textOption(call, 'repository') ?? webPageOf(tryGit(world, 'remote', 'get-url', 'origin'));
    const elements = await upload(call, { commit, repository, manifest });
    print.json({ commit, repository, elements });
    print.line(`${elements} elements, for the commit ${safeLine(commit)}`);
    return EXIT.fine;
  },
};

/** @throws UsageError if the files are not those of the commit */
function readCommit(world: World): string {
  const changed = git(world, 'status', '--porcelain', '--untracked-files=no');
  if (!changed) return git(world, 'rev-parse', 'HEAD');
  throw new UsageError('The files differ from the commit. Commit or restore them first, or pass --commit');
}

async function readRepository(world: World): Promise<Manifest> {
  const manifest = await mergedManifest({ ...world, cwd: git(world, 'rev-parse', '--show-toplevel') });
  if (Object.keys(manifest.elements).length > 0) return manifest;
  throw new UsageError('No element has an id. Install pinbound-source in the project of the code');
}

function readManifestFile(world: World, file: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(world.cwd, file), 'utf8'));
  } catch (error) {
    throw new UsageError(`--manifest must be a JSON file: ${(error as Error).message}`);
  }
}

/** @returns the number of stored elements */
async function upload({ settings }: Call, body: object): Promise<number> {
  const token = settings.token();
  const response = await send(`${settings.url()}/v1/projects/${settings.projectId()}/sources`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
    body: JSON.stringify(body),
  });
  const { message, data } = await readMembers(response);
  const { elementCount } = Object(data) as { elementCount?: unknown };
  if (response.ok && typeof elementCount === 'number') return elementCount;
  if (response.ok) throw new ServiceError(`${settings.url()} does not respond as Pinbound does; check the url`);
  const advice = response.status === 401 ? '. Check PINBOUND_TOKEN, or log in again: pinbound login' : '';
  throw new ServiceError(`${message ?? `The service responds with status ${response.status}`}${advice}`);
}

/** Web page of a remote, without a password; undefined for another address. */
export function webPageOf(remote: string | undefined): string | undefined {
  const address = remote?.trim().replace(/^(?:ssh:\/\/)?[\w.-]+@([\w.-]+)(?::\d+\/|[:/])/, 'https://$1/');
  const url = address ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return `${url.origin}${url.pathname.replace(/(?:\.git)?\/*$/, '')}`;
}
