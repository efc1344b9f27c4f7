import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import {
  assertIntact,
  CONTENT_TYPES,
  INSTALLATION_KEY,
  kindOf,
  ObjectMissing,
  type ObjectStorage,
  StorageUnavailable,
} from './object-storage.ts';

/** Key prefix: the bucket may be shared with other programs. */
const PREFIX = 'pinbound/';
/** Timeout of a connection attempt, ms. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Timeout of an idle connection during a request, ms. */
const SILENCE_TIMEOUT_MS = 30_000;
/** Connection pool: a slow reader of an image occupies a connection and must not block others. */
const CONNECTIONS = { maxSockets: 1_000, keepAlive: true };

export interface S3Settings {
  /** Default: Amazon's. */
  endpoint?: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Stores objects in a bucket of S3 or of a compatible service. */
export function createS3Storage({ bucket, endpoint, region, ...credentials }: S3Settings): ObjectStorage {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Other services rarely support virtual-hosted buckets.
    forcePathStyle: endpoint !== undefined,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      httpAgent: CONNECTIONS,
      httpsAgent: CONNECTIONS,
    },
    // Other services do not know these checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: string) => ({ Bucket: bucket, Key: PREFIX + key });

  async function isThere(key: string, size: number): Promise<boolean> {
    try {
      const { ContentLength } = await reached(client.send(new HeadObjectCommand(at(key))));
      return ContentLength === size;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async function body(key: string, range?: string) {
    try {
      const { Body } = await reached(client.send(new GetObjectCommand({ ...at(key), Range: range })));
      if (!Body) throw new ObjectMissing(key);
      return Body;
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(key) : error;
    }
  }

  return {
    location: `${endpoint ?? `s3.${region}.amazonaws.com`}/${bucket}`,

    async put(key, bytes) {
      const kind = kindOf(key);
      if (!kind) throw new Error(`"${key}" is not an object key`);
      if (await isThere(key, bytes.length)) return;
      await reached(client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: CONTENT_TYPES[kind] })));
    },

    get: async (key) => assertIntact(key, Buffer.from(await reached((await body(key)).transformToByteArray()))),

    open: async (key, range) => (await body(key, range && `bytes=${range.start}-${range.end}`)) as Readable,

    async remove(key) {
      await reached(client.send(new DeleteObjectCommand(at(key))));
    },

    async readInstallationId() {
      try {
        return await (await body(INSTALLATION_KEY)).transformToString();
      } catch (error) {
        if (error instanceof ObjectMissing) return undefined;
        throw error;
      }
    },

    async writeInstallationId(mark) {
      await client.send(new PutObjectCommand({ ...at(INSTALLATION_KEY), Body: mark, ContentType: 'text/plain' }));
    },

    async *list(start = '') {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: PREFIX + start })) {
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const key = Key.slice(PREFIX.length);
          if (kindOf(key) && LastModified) yield { key, modifiedAt: LastModified };
        }
      }
    },
  };
}

/** @throws StorageUnavailable instead of an error of the network or of the storage itself */
async function reached<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof Error && isTemporary(error) ? new StorageUnavailable(error) : error;
  }
}

/** A rejected request, such as one with a wrong key, is not temporary; 429 asks for a retry. */
function isTemporary(error: Error): boolean {
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500;
  return status >= 500 || status === 429;
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
