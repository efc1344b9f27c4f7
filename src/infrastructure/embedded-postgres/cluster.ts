import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../errors.ts';
import { syncDirectory } from '../system/sync-directory.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ServerAccount } from './account.ts';
import { program } from './binaries.ts';
import { ROLE } from './connection.ts';
import { findNssWrapper, nameUser } from './nss-wrapper.ts';
import { serverEnvironment } from './server-settings.ts';

interface NewCluster {
  clusterDir: string;
  nativeDir: string;
  account: ServerAccount | undefined;
  password: string;
}

/**
 * Runs initdb next to `clusterDir` and renames the result, so an interrupted run leaves no partial
 * cluster.
 */
export async function initializeCluster({ clusterDir, nativeDir, account, password }: NewCluster): Promise<void> {
  const temporary = await mkdtemp(`${clusterDir}.init-`);
  const data = join(temporary, 'data');
  const passwordFile = join(temporary, 'password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    for (const path of [data, passwordFile, temporary]) await chown(path, account.uid, account.gid);
  }
  const initdb = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)(program(nativeDir, 'initdb'), initdbArguments(data, passwordFile), {
      ...account,
      cwd: temporary,
      env,
      windowsHide: true,
    });
  try {
    await initdb(serverEnvironment()).catch(async (error) => {
      const userId = unknownUserId(error);
      const library = userId !== undefined && findNssWrapper();
      if (!library) throw error;
      await initdb({ ...serverEnvironment(), ...(await nameUser(temporary, library, userId)) });
    });
    await rename(data, clusterDir);
    await syncDirectory(dirname(clusterDir));
  } catch (cause) {
    throw initFailed(clusterDir, cause);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Deletes remains of interrupted {@link initializeCluster} runs; retries, as one may still be
 * writing.
 */
export async function removeInterruptedInits(clusterDir: string, logger: Pick<Logger, 'warn'>): Promise<void> {
  const parent = dirname(clusterDir);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(clusterDir)}.init-`)) continue;
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch((err: Error) =>
      logger.warn({ err, name }, 'could not delete the remains of an interrupted initialization'),
    );
  }
}

/** Rejects a cluster of another major version, which this PostgreSQL cannot read. */
export async function assertSameMajorVersion(clusterDir: string, version: string): Promise<void> {
  const found = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  const [shipped] = version.split('.');
  if (found === shipped) return;
  throw new StartupError(
    `The database in ${clusterDir} was created by PostgreSQL ${found}, and this Pinbound includes ${shipped}. ` +
      `Export it with pg_dump from a PostgreSQL ${found}, move the directory away, start again and import it.`,
  );
}

/** C.UTF-8 of the builtin provider sorts like the C locale, and folds case beyond ASCII. */
function initdbArguments(data: string, passwordFile: string): string[] {
  return [
    `--pgdata=${data}`,
    `--username=${ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
}

/**
 * @returns the user id whose name initdb did not find. It looks the name up even if it is given
 *   another one.
 */
function unknownUserId(error: unknown): string | undefined {
  const { stderr } = error as { stderr?: string };
  return /could not look up effective user ID (\d+)/.exec(stderr ?? '')?.[1];
}

const unknownUser = (userId: string, cause: unknown) =>
  new StartupError(
    `The user id ${userId} has no entry in /etc/passwd, which PostgreSQL requires to create its data directory. ` +
      'Start as a user with an entry, install libnss-wrapper, add an entry (in a container, mount a passwd file with ' +
      `the line pinbound:x:${userId}:${userId}::/:/usr/sbin/nologin), or set DATABASE_URL to a PostgreSQL server (14 or later).`,
    { cause },
  );

function initFailed(clusterDir: string, cause: unknown): StartupError {
  const { stderr, message, code } = cause as { stderr?: string; message: string; code?: string | number };
  const userId = unknownUserId(cause);
  if (userId !== undefined) return unknownUser(userId, cause);
  const hint = code === 'ENOENT' ? " PostgreSQL's programs need glibc (Alpine has none)." : '';
  return new StartupError(
    `Cannot create the embedded PostgreSQL's data directory ${clusterDir}.${hint} ` +
      `Correct the cause below, or set DATABASE_URL to a PostgreSQL server (14 or later).\n${stderr?.trim() || message}`,
    { cause },
  );
}
