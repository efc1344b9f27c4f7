import { scryptSync } from 'node:crypto';
import { z } from 'zod';
import { CommandError } from '../../errors.ts';
import { createSecretBox } from '../secrets/secret-box.ts';

/** Version of the format; an archive of a later one is rejected. */
export const FORMAT = 1;

/** Names of the files of an archive, in their order. */
export const MANIFEST = 'manifest.json';
export const SECRETS = 'secrets.json';
export const SUMMARY = 'summary.json';
/** Gzipped parts of the text that COPY writes for a table. */
export const PART_NAME = /^tables\/(\w+)\/(\d{6})\.gz$/;
export const partName = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, '0')}.gz`;
export const OBJECT_NAME = /^objects\/([0-9a-f]{64}\.[a-z.]{3,7})$/;
export const objectName = (key: string): string => `objects/${key}`;

const name = z.string().regex(/^\w+$/);

/** First file: the tables and the migrations that they need. */
const manifest = z.object({
  format: z.number(),
  /** Pinbound that wrote the archive. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Applied migrations, in name order. */
  migrations: z.array(name),
  tables: z.array(z.object({ name, columns: z.array(name) })),
  /** Tables of ranges, which no migration creates. */
  partitions: z.array(
    z.object({ name, parent: name, bound: z.string().regex(/^FOR VALUES FROM \('[\d-]+'\) TO \('[\d-]+'\)$/) }),
  ),
});

/** Last file: an archive without it is incomplete. */
const summary = z.object({
  rows: z.record(name, z.number()),
  objects: z.number(),
  /** Objects that were deleted while the backup ran. */
  missingObjects: z.number(),
});

const sealedSecrets = z.object({ salt: z.string(), sealed: z.string() });

export type Manifest = z.infer<typeof manifest>;
export type Summary = z.infer<typeof summary>;

export const notBackup = (cause?: unknown): CommandError =>
  new CommandError('The file is not a backup of Pinbound.', { cause });

/** @throws CommandError for an archive that this version cannot read */
export function parseManifest(bytes: Buffer): Manifest {
  const content: unknown = parseJson(bytes);
  const { format } = z.object({ format: z.number() }).catch({ format: Number.NaN }).parse(content);
  if (format > FORMAT) {
    throw new CommandError(`The archive has format ${format}; this version reads ${FORMAT}. Use the newer version.`);
  }
  const result = manifest.safeParse(content);
  if (result.success) return result.data;
  throw notBackup();
}

/** @throws CommandError */
export function parseSummary(bytes: Buffer): Summary {
  const result = summary.safeParse(parseJson(bytes));
  if (result.success) return result.data;
  throw new CommandError(`The archive is damaged: ${SUMMARY} cannot be read.`);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Context that the secrets are bound to. */
const PURPOSE = 'backup';
/** Cost of scrypt: 64 MiB and a tenth of a second per guess. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 2 ** 20 };

const boxOf = (passphrase: string, salt: string) =>
  createSecretBox([scryptSync(passphrase, Buffer.from(salt, 'base64url'), 32, SCRYPT).toString('base64url')]);

/** Encrypts the secrets with a key that scrypt derives from the passphrase. */
export function sealSecrets(secrets: string[], passphrase: string, salt: Buffer): Buffer {
  const text = salt.toString('base64url');
  const sealed = boxOf(passphrase, text).seal(JSON.stringify(secrets), PURPOSE);
  return Buffer.from(JSON.stringify({ salt: text, sealed }));
}

/** @throws CommandError if the passphrase is wrong */
export function openSecrets(bytes: Buffer, passphrase: string): string[] {
  const { salt, sealed } = sealedSecrets.parse(parseJson(bytes));
  try {
    return z.array(z.string()).parse(JSON.parse(boxOf(passphrase, salt).open(sealed, PURPOSE)));
  } catch {
    throw new CommandError('The passphrase is not the one of this backup. Check BACKUP_PASSPHRASE.');
  }
}
