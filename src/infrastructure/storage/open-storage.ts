import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { createFileStorage } from './file-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** The storage that the settings name: a bucket, or files under dataDir. */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStorage> {
  if (!s3) return createFileStorage(join(resolve(dataDir), 'objects'));
  // Only who uses it waits for the library to load.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3);
}
