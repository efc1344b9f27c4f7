import { open } from 'node:fs/promises';

/** What file systems answer that sync no directories; PostgreSQL's fsync_fname() knows the same ones. */
const WITHOUT_SYNC = ['EISDIR', 'EACCES', 'EBADF', 'EINVAL', 'ENOTSUP'];

/** The name of a renamed file is safe when its directory is. Windows syncs none. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(directory);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!WITHOUT_SYNC.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
