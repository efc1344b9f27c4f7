import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { createFileStorage } from './file-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Opens the configured storage: a bucket, or files under dataDir. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStorage> {
  if (!s3) return createFileStorage(join(resolve(dataDir), 'objects'));
  // Loaded on demand: the library takes long to load.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3);
}
