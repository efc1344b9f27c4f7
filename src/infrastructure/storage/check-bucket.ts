import type { Logger } from '../telemetry/logger.ts';
import type { ObjectStorage } from './object-storage.ts';
import type { S3Settings } from './s3-storage.ts';

/** Checks access to the bucket and logs the settings to correct. Never rejects. */
export async function checkBucket(
  objects: Pick<ObjectStorage, 'readInstallationId'>,
  { endpoint, bucket }: Pick<S3Settings, 'endpoint' | 'bucket'>,
  logger: Pick<Logger, 'error'>,
): Promise<void> {
  try {
    await objects.readInstallationId();
  } catch (error) {
    const { name, message } = error as Error;
    logger.error(
      { S3_ENDPOINT: endpoint ?? null, S3_BUCKET: bucket },
      `image storage unavailable: the bucket responded with "${name}: ${message}"; check S3_ENDPOINT, S3_BUCKET, S3_REGION and the two keys`,
    );
  }
}
