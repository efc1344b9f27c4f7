import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '../../errors.ts';

/** System user of the server if this process is root; PostgreSQL refuses to run as root. */
export type ServerAccount = { uid: number; gid: number };

/** Chooses `pinbound`, else `postgres`, else creates `pinbound`, else `nobody`. */
export async function chooseAccount(): Promise<ServerAccount> {
  const account =
    (await findAccount('pinbound')) ??
    (await findAccount('postgres')) ??
    (await createAccount('pinbound')) ??
    (await findAccount('nobody'));
  if (account) return account;
  throw new StartupError(
    'PostgreSQL refuses to run as root, and this machine has none of the users pinbound, postgres and nobody. ' +
      'Start Pinbound as an ordinary user, create the user pinbound, or set DATABASE_URL.',
  );
}

async function findAccount(name: string): Promise<ServerAccount | undefined> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = users
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return fields && Number.isInteger(uid) && uid !== 0 ? { uid, gid } : undefined;
}

async function createAccount(name: string): Promise<ServerAccount | undefined> {
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name];
  const env = { PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
  await promisify(execFile)('useradd', args, { env }).catch(() => undefined);
  return findAccount(name);
}
