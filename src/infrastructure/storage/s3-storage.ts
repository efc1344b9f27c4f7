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
import { CONTENT_TYPES, intact, kindOf, MARK_NAME, ObjectMissing, type ObjectStorage } from './object-storage.ts';

/** Objects of other programs may lie in the same bucket. */
const PREFIX = 'pinbound/';
/** A server that takes no connection, or says nothing for so long, has failed, milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 30_000;
/** Connections at once: an image that its reader takes slowly has one for as long, and must not keep others waiting. */
const CONNECTIONS = { maxSockets: 1_000, keepAlive: true };

export interface S3Settings {
  /** Absent: Amazon's. */
  endpoint?: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Objects in a bucket of S3, or of a service that speaks its API. */
export function createS3Storage({ bucket, endpoint, region, ...credentials }: S3Settings): ObjectStorage {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Services other than Amazon's rarely give each bucket a host name.
    forcePathStyle: endpoint !== undefined,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      httpAgent: CONNECTIONS,
      httpsAgent: CONNECTIONS,
    },
    // Checksums that other services do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: string) => ({ Bucket: bucket, Key: PREFIX + key });

  async function isThere(key: string, size: number): Promise<boolean> {
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand(at(key)));
      return ContentLength === size;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async function body(key: string, range?: string) {
    try {
      const { Body } = await client.send(new GetObjectCommand({ ...at(key), Range: range }));
      if (!Body) throw new ObjectMissing(key);
      return Body;
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(key) : error;
    }
  }

  return {
    place: `${endpoint ?? `s3.${region}.amazonaws.com`}/${bucket}`,

    async put(key, bytes) {
      const kind = kindOf(key);
      if (!kind) throw new Error(`"${key}" is no key of an object`);
      if (await isThere(key, bytes.length)) return;
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: CONTENT_TYPES[kind] }));
    },

    get: async (key) => intact(key, Buffer.from(await (await body(key)).transformToByteArray())),

    open: async (key, range) => (await body(key, range && `bytes=${range.start}-${range.end}`)) as Readable,

    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    async readMark() {
      try {
        return await (await body(MARK_NAME)).transformToString();
      } catch (error) {
        if (error instanceof ObjectMissing) return undefined;
        throw error;
      }
    },

    async writeMark(mark) {
      await client.send(new PutObjectCommand({ ...at(MARK_NAME), Body: mark, ContentType: 'text/plain' }));
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

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
