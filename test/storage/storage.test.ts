import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBucket } from '../../src/infrastructure/storage/check-bucket.ts';
import { createFileStorage } from '../../src/infrastructure/storage/file-storage.ts';
import {
  INSTALLATION_KEY,
  kindOf,
  ObjectMissing,
  type ObjectStorage,
  objectKey,
  StorageUnavailable,
} from '../../src/infrastructure/storage/object-storage.ts';
import { createS3Storage } from '../../src/infrastructure/storage/s3-storage.ts';
import { syncDirectory } from '../../src/infrastructure/system/sync-directory.ts';
import { S3_CREDENTIALS, type S3Server, startS3Server } from '../support/servers/s3-server.ts';

let directory: string;
let s3: S3Server;
const storages: Record<string, ObjectStorage> = {};
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pinbound-objects-'));
  s3 = await startS3Server();
  storages.files = createFileStorage(directory);
  storages.S3 = createS3Storage({ endpoint: s3.url, bucket: s3.bucket, ...S3_CREDENTIALS });
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await s3.close();
});

const storage = (name: string): ObjectStorage => {
  const found = storages[name];
  if (!found) throw new Error(`no storage "${name}"`);
  return found;
};
const newObject = (bytes = 1_000) => {
  const content = randomBytes(bytes);
  return { content, key: objectKey(content, 'png') };
};
const keysOf = async (name: string) => {
  const keys: string[] = [];
  for await (const { key } of storage(name).list()) keys.push(key);
  return keys.sort();
};

describe.each(['files', 'S3'])('%s', (name) => {
  test('returns stored bytes, entirely and as a range', async () => {
    const { key, content } = newObject(100_000);
    await storage(name).put(key, content);
    expect(await storage(name).get(key)).toEqual(content);
    expect(await buffer(await storage(name).open(key))).toEqual(content);
    const part = await buffer(await storage(name).open(key, { start: 10, end: 19 }));
    expect(part).toEqual(content.subarray(10, 20));
  });

  test('stores the same object repeatedly, also concurrently', async () => {
    const { key, content } = newObject();
    await Promise.all(Array.from({ length: 10 }, () => storage(name).put(key, content)));
    expect(await storage(name).get(key)).toEqual(content);
    expect((await keysOf(name)).filter((found) => found === key)).toEqual([key]);
  });

  test('removes objects, absent ones included', async () => {
    const { key, content } = newObject();
    await storage(name).put(key, content);
    await storage(name).remove(key);
    await storage(name).remove(key);
    await expect(storage(name).get(key)).rejects.toThrow(ObjectMissing);
    await expect(storage(name).open(key)).rejects.toThrow(ObjectMissing);
  });

  test('lists all objects with their times', async () => {
    const made = Array.from({ length: 5 }, () => newObject());
    for (const { key, content } of made) await storage(name).put(key, content);
    expect(await keysOf(name)).toEqual(expect.arrayContaining(made.map(({ key }) => key)));
    const key = made[0]?.key ?? '';
    for (const start of [key.slice(0, 2), key.slice(0, 10)]) {
      const found: string[] = [];
      for await (const object of storage(name).list(start)) found.push(object.key);
      expect(found.sort()).toEqual((await keysOf(name)).filter((other) => other.startsWith(start)));
    }
    for await (const { modifiedAt } of storage(name).list()) {
      expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    }
  });

  test('stores the installation id next to the objects', async () => {
    expect(await storage(name).readInstallationId()).toBeUndefined();
    for (const mark of ['one', 'another']) {
      await storage(name).writeInstallationId(mark);
      expect(await storage(name).readInstallationId()).toBe(mark);
    }
    expect(await keysOf(name)).not.toContain(INSTALLATION_KEY);
  });

  test.each(['../../etc/passwd', 'a.png', `${'0'.repeat(64)}.exe`, `${'0'.repeat(64)}.constructor`, ''])(
    'takes no key "%s"',
    async (key) => {
      expect(kindOf(key)).toBeUndefined();
      await expect(storage(name).put(key, Buffer.from('x'))).rejects.toThrow('is not an object key');
    },
  );
});

describe('files', () => {
  test('are synced with their directories, whichever process wrote them', async () => {
    const fresh = join(directory, 'not', 'there');
    let calls: string[] = [];
    const storage = createFileStorage(fresh, (path) => {
      calls.push(path);
      return syncDirectory(path);
    });
    const { key, content } = newObject();
    const synced = async (work: () => Promise<void>) => {
      calls = [];
      await work();
      return calls.sort();
    };
    const shelf = join(fresh, key.slice(0, 2));
    expect(await synced(() => storage.put(key, content))).toEqual([join(directory, 'not'), fresh, shelf]);
    expect(await synced(() => storage.put(key, content))).toEqual([fresh, shelf]);
    expect(await synced(() => storage.writeInstallationId('one'))).toEqual([fresh]);
    await rm(join(directory, 'not'), { recursive: true });
  });

  test.each(['ENOSPC', 'EDQUOT'])('are stored later when there is no space (%s)', async (code) => {
    const full = createFileStorage(join(directory, code), async () => {
      throw Object.assign(new Error('no space left on device'), { code });
    });
    const { key, content } = newObject();
    await expect(full.put(key, content)).rejects.toThrow(StorageUnavailable);
    await rm(join(directory, code), { recursive: true });
  });

  const filesIn = async () => (await readdir(directory, { recursive: true })).filter((file) => file.includes('.'));

  test('are readable by their owner only', async () => {
    const { key, content } = newObject();
    await storage('files').put(key, content);
    const file = join(directory, key.slice(0, 2), key);
    expect([(await stat(file)).mode & 0o777, (await stat(join(file, '..'))).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test.each([
    ['there in part', (content: Buffer) => content.subarray(0, 10)],
    ['damaged', (content: Buffer) => Buffer.alloc(content.length)],
  ])('that are %s are written anew', async (_name, spoilt) => {
    const { key, content } = newObject();
    await storage('files').put(key, content);
    const file = join(directory, key.slice(0, 2), key);
    await writeFile(file, spoilt(content));
    await storage('files').put(key, content);
    expect(await readFile(file)).toEqual(content);
  });

  test('a failed write leaves no file', async () => {
    const { key, content } = newObject();
    const shelf = join(directory, key.slice(0, 2));
    await rm(shelf, { recursive: true, force: true });
    await writeFile(shelf, 'in the way');
    await expect(storage('files').put(key, content)).rejects.toThrow();
    await rm(shelf);
    expect((await filesIn()).filter((file) => file.endsWith('.part'))).toEqual([]);
    await chmod(directory, 0o700);
  });

  test('a listing removes drafts of dead processes and keeps fresh ones', async () => {
    const { key, content } = newObject();
    await storage('files').put(key, content);
    const [old, fresh] = ['old', 'new'].map((name) => join(directory, key.slice(0, 2), `${key}.${name}.part`));
    for (const draft of [old, fresh]) await writeFile(String(draft), 'x');
    await utimes(String(old), new Date(0), new Date(0));
    await keysOf('files');
    const left = (await filesIn()).filter((file) => file.endsWith('.part'));
    expect(left).toEqual([join(key.slice(0, 2), `${key}.new.part`)]);
  });
});

describe('S3', () => {
  test('objects have a prefix and their content type', async () => {
    const { key, content } = newObject();
    await storage('S3').put(key, content);
    expect(s3.objects.get(`pinbound/${key}`)).toMatchObject({ contentType: 'image/png', bytes: content });
  });

  test('objects of other programs are ignored', async () => {
    s3.objects.set('other/x.png', { bytes: Buffer.from('x'), contentType: '', modifiedAt: new Date() });
    s3.objects.set('pinbound/readme.txt', { bytes: Buffer.from('x'), contentType: '', modifiedAt: new Date() });
    expect((await keysOf('S3')).every((key) => kindOf(key))).toBe(true);
  });

  test('a temporary error is retried', async () => {
    const { key, content } = newObject();
    s3.failNext(500, 1);
    await storage('S3').put(key, content);
    expect(await storage('S3').get(key)).toEqual(content);
  });

  test('a server that is away or fails is told from a rejected request', async () => {
    const { key, content } = newObject();
    const away = createS3Storage({ endpoint: 'http://127.0.0.1:1', bucket: s3.bucket, ...S3_CREDENTIALS });
    await expect(away.put(key, content)).rejects.toThrow(StorageUnavailable);
    s3.failNext(503, 3);
    await expect(storage('S3').get(key)).rejects.toThrow(StorageUnavailable);
    const rejected = createS3Storage({ endpoint: s3.url, bucket: 'other', ...S3_CREDENTIALS });
    await expect(rejected.put(key, content)).rejects.not.toThrow(StorageUnavailable);
  });

  test('a wrong secret is rejected', async () => {
    const wrong = createS3Storage({ endpoint: s3.url, bucket: s3.bucket, ...S3_CREDENTIALS, secretAccessKey: 'wrong' });
    const { key, content } = newObject();
    await expect(wrong.put(key, content)).rejects.toThrow();
    expect(s3.objects.has(`pinbound/${key}`)).toBe(false);
  });
});

describe('the bucket check at startup', () => {
  const lines: [object, string][] = [];
  const logger = { error: (fields: object, message: string) => void lines.push([fields, message]) };

  test('logs nothing for an accessible bucket, with or without an installation id', async () => {
    await checkBucket(storage('S3'), { endpoint: s3.url, bucket: s3.bucket }, logger);
    expect(lines).toEqual([]);
  });

  test.each([
    ['another bucket', { bucket: 'other' }, /NoSuchBucket/],
    ['a wrong secret', { secretAccessKey: 'wrong' }, /SignatureDoesNotMatch/],
    ['no server', { endpoint: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
  ])('%s: names the settings to correct and no secret', async (_name, wrong, response) => {
    lines.length = 0;
    const settings = { endpoint: s3.url, bucket: s3.bucket, ...S3_CREDENTIALS, ...wrong };
    await checkBucket(createS3Storage(settings), settings, logger);
    expect(lines).toEqual([
      [{ S3_ENDPOINT: settings.endpoint, S3_BUCKET: settings.bucket }, expect.stringMatching(response)],
    ]);
    expect(lines[0]?.[1]).toContain('check S3_ENDPOINT, S3_BUCKET');
    expect(JSON.stringify(lines)).not.toMatch(/AKIDTEST|a-secret-of/);
  });
});
