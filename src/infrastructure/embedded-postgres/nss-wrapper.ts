import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Places of the library that Debian's package libnss-wrapper and its counterparts install. */
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64'].map((directory) =>
  join(directory, 'libnss_wrapper.so'),
);

/** Path of nss_wrapper's library, if installed. It answers lookups of users from a file. */
export const findNssWrapper = (): string | undefined => LIBRARIES.find((path) => existsSync(path));

/**
 * Writes user files to `directory`, in which the user id has a name. Containers run as any user id,
 * and their /etc/passwd cannot be written.
 * @returns the environment in which programs find the name
 */
export async function nameUser(directory: string, library: string, userId: string): Promise<NodeJS.ProcessEnv> {
  const [users, groups] = [join(directory, 'passwd'), join(directory, 'group')];
  await writeFile(users, `pinbound:x:${userId}:${userId}::/:/usr/sbin/nologin\n`);
  await writeFile(groups, `pinbound:x:${userId}:\n`);
  return { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: users, NSS_WRAPPER_GROUP: groups };
}
