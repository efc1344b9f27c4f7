import { open } from 'node:fs/promises';

/**
 * Errors of file systems that cannot sync directories; the same ones as in PostgreSQL's
 * fsync_fname().
 */
const WITHOUT_SYNC = ['EISDIR', 'EACCES', 'EBADF', 'EINVAL', 'ENOTSUP'];

/** Makes renames in a directory durable. A no-op on Windows, which cannot sync directories. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(directory);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!WITHOUT_SYNC.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
