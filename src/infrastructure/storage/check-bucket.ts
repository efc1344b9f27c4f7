import type { Logger } from '../telemetry/logger.ts';
import type { ObjectStorage } from './object-storage.ts';
import type { S3Settings } from './s3-storage.ts';

/** Asks the bucket once, and logs which settings are wrong where it does not answer as it should. Never rejects. */
export async function checkBucket(
  objects: Pick<ObjectStorage, 'readMark'>,
  { endpoint, bucket }: Pick<S3Settings, 'endpoint' | 'bucket'>,
  logger: Pick<Logger, 'error'>,
): Promise<void> {
  try {
    await objects.readMark();
  } catch (error) {
    const { name, message } = error as Error;
    logger.error(
      { S3_ENDPOINT: endpoint ?? null, S3_BUCKET: bucket },
      `images can be neither kept nor shown: the bucket answers "${name}: ${message}"; check S3_ENDPOINT, S3_BUCKET, S3_REGION and the two keys`,
    );
  }
}
