import { dirname, join } from 'node:path';
import { createClient, type PinboundClient } from '../sdk/index.ts';
import { connectionOf } from './connection.ts';
import { readCredentials } from './credentials.ts';
import { loginToken } from './login-token.ts';
import type { Resource } from './oauth.ts';
import { adviceForPipeline, hasIdToken, pipelineToken } from './pipeline-token.ts';
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
  /**
   * Returns a function that returns a valid token for each request to the API, or to `/mcp`.
   * @throws UsageError if there is none
   */
  token(resource?: Resource): () => Promise<string>;
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
  // A pipeline sets variables that it has no value for to an empty text.
  const given = {
    url: values.url ?? (env.PINBOUND_URL || undefined),
    project: values.project ?? (env.PINBOUND_PROJECT || undefined),
  };
  const settings: Settings = {
    file: found?.path,
    url() {
      const url = (given.url as string | undefined) ?? found?.content.url ?? onlyLogin(world);
      if (url) return normalizedUrl(url);
      throw new UsageError('No address of Pinbound. Set PINBOUND_URL, pass --url, or run: pinbound login <URL>');
    },
    chosenUrl() {
      const url = settings.url();
      if (given.url || Object.hasOwn(readCredentials(world), url)) return url;
      throw new UsageError(
        `Only ${found?.path} names ${new URL(url).host}. If access tokens may be sent there, pass --url ${url}`,
      );
    },
    token(resource = 'graphql') {
      const url = settings.url();
      // A file of the repository must not decide where a token of the environment is sent.
      if (given.url) {
        if (env.PINBOUND_TOKEN) return constant(env.PINBOUND_TOKEN);
        if (hasIdToken(world)) return pipelineToken(world, url, settings.projectId);
      }
      const stored = readCredentials(world)[url];
      if (stored) return 'token' in stored ? constant(stored.token) : loginToken(world, url, resource);
      if (env.PINBOUND_TOKEN || hasIdToken(world)) {
        const name = env.PINBOUND_TOKEN ? 'PINBOUND_TOKEN' : 'The ID token of the job';
        throw new UsageError(
          `${name} is set without PINBOUND_URL. Set both, so that no file decides where the token is sent.`,
        );
      }
      throw new UsageError(`Not logged in to ${url}. ${adviceFor(world, url)}`);
    },
    projectId() {
      const id = (given.project as string | undefined) ?? found?.content.projectId;
      if (id) return id;
      throw new UsageError(
        'No project. Set PINBOUND_PROJECT, or pass --project; the address of a project in the dashboard has its id',
      );
    },
    environmentId: () =>
      (values.environment as string | undefined) ?? (env.PINBOUND_ENVIRONMENT || found?.content.environmentId),
    client: () => createClient({ url: settings.url(), token: settings.token(), ...connectionOf(world) }),
  };
  return settings;
}

/**
 * Returns the address of an installation without a slash at its end.
 * @throws UsageError
 */
export function normalizedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new UsageError('The address of Pinbound must begin with https:// or http://, without a query or a password');
  }
  return url.href.replace(/\/+$/, '');
}

/** Address of the stored login if there is one only: its user chose it. */
function onlyLogin(world: World): string | undefined {
  const [url, ...others] = Object.keys(readCredentials(world));
  return others.length === 0 ? url : undefined;
}

function adviceFor(world: World, url: string): string {
  const advice = adviceForPipeline(world);
  return advice ? `In a pipeline, ${advice}` : `Run: pinbound login ${url}`;
}

function constant(text: string): () => Promise<string> {
  if (/^[\x21-\x7e]+$/.test(text)) return async () => text;
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
