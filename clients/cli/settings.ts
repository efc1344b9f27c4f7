import { dirname, join } from 'node:path';
import { createClient, type PinboundClient } from '../sdk/index.ts';
import { readCredentials } from './credentials.ts';
import { readIfPresent } from './read-if-present.ts';
import { UsageError, type World } from './world.ts';

const CONFIG_FILE = '.pinbound.json';

/** Content of `.pinbound.json`, which a repository commits: it names no secret. */
export interface ProjectFile {
  url?: string;
  projectId?: string;
  environmentId?: string;
}

/** Installation and project of a command. */
export interface Settings {
  /** @throws UsageError if no address is set */
  url(): string;
  /**
   * Address that the user chose: by an option, a variable or a login.
   * @throws UsageError if only a file of the repository names it
   */
  chosenUrl(): string;
  /** @throws UsageError if there is none */
  token(): string;
  /** @throws UsageError if none is set */
  projectId(): string;
  environmentId(): string | undefined;
  /** @throws UsageError */
  client(): PinboundClient;
  /** Path of the file of the project, if there is one. */
  file: string | undefined;
}

/** Reads options, then variables, then the file of the project. */
export function readSettings(values: Readonly<Record<string, unknown>>, world: World): Settings {
  const { env } = world;
  const found = findProjectFile(world.cwd);
  const given = { url: values.url ?? env.PINBOUND_URL, project: values.project ?? env.PINBOUND_PROJECT };
  const settings: Settings = {
    file: found?.path,
    url() {
      const url = (given.url as string | undefined) ?? found?.content.url;
      if (!url) throw new UsageError(`No address of Pinbound. Set PINBOUND_URL, pass --url, or run: pinbound init`);
      return normalizedUrl(url);
    },
    chosenUrl() {
      const url = settings.url();
      if (given.url || Object.hasOwn(readCredentials(world), url)) return url;
      throw new UsageError(
        `Only ${found?.path} names ${new URL(url).host}. If access tokens may be sent there, pass --url ${url}`,
      );
    },
    token() {
      const url = settings.url();
      // A file of the repository must not decide where the token of the environment is sent.
      if (env.PINBOUND_TOKEN && given.url) return checkedToken(env.PINBOUND_TOKEN);
      const stored = readCredentials(world)[url];
      if (stored) return checkedToken(stored.token);
      if (env.PINBOUND_TOKEN) {
        throw new UsageError(
          'PINBOUND_TOKEN is set without PINBOUND_URL. Set both, so that no file decides where the token is sent.',
        );
      }
      throw new UsageError(`Not logged in to ${url}. Run: pinbound login ${url}`);
    },
    projectId() {
      const id = (given.project as string | undefined) ?? found?.content.projectId;
      if (!id) throw new UsageError('No project. Set PINBOUND_PROJECT, pass --project, or run: pinbound init');
      return id;
    },
    environmentId: () =>
      (values.environment as string | undefined) ?? env.PINBOUND_ENVIRONMENT ?? found?.content.environmentId,
    client: () => createClient({ url: settings.url(), token: settings.token(), ...connectionOf(world) }),
  };
  return settings;
}

/** Options of all clients of this program. */
export const connectionOf = ({ sleep }: World) => ({
  headers: { 'user-agent': 'pinbound-cli' },
  ...(sleep && { sleep }),
});

/**
 * Returns the address of an installation without a slash at its end.
 * @throws UsageError
 */
export function normalizedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError('The address of Pinbound must begin with https:// or http://, without a query or a password');
  }
  return url.href.replace(/\/+$/, '');
}

function checkedToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new UsageError('The token has spaces or other characters that no token has. Copy it again.');
}

/** Finds the file in the folder or in one above it. */
function findProjectFile(folder: string): { path: string; content: ProjectFile } | undefined {
  const path = join(folder, CONFIG_FILE);
  const text = readIfPresent(path);
  if (text !== undefined) return { path, content: parseProjectFile(path, text) };
  const parent = dirname(folder);
  return parent === folder ? undefined : findProjectFile(parent);
}

function parseProjectFile(path: string, text: string): ProjectFile {
  try {
    const content = JSON.parse(text) as ProjectFile;
    const { url, projectId, environmentId } = content;
    if ([url, projectId, environmentId].every((each) => each === undefined || typeof each === 'string')) return content;
  } catch {
    // The error below says what was expected.
  }
  throw new UsageError(
    `${path} must be a JSON object with url, projectId and environmentId as texts. Correct or remove it.`,
  );
}
