import type { Context } from '../../../context.ts';
import { isReleaseOutdated, releaseOf } from '../../../infrastructure/capture/browser/browser-release.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { VERSION } from '../../../lib/version.ts';
import { requireAdministrator } from '../../core/auth/administrators.ts';
import { IS_PERSON } from './list-accounts.ts';

/** State of the installation. */
export interface Installation {
  version: string;
  nodeVersion: string;
  postgresVersion: string;
  users: number;
  organizations: number;
  projects: number;
  /** Bytes of stored images, page records and attachments. */
  storedBytes: number;
  /** Bytes of the database. */
  databaseBytes: number;
  /** Backfills of migrations that are not complete. */
  pendingBackfills: string[];
  /** Name and version of the browser of the newest snapshot; null without one. */
  browser: string | null;
  /** Approximate release of its major version; null if unknown. */
  browserReleasedAt: Date | null;
  isBrowserOutdated: boolean;
}

/** Snapshots to look through for the newest one that names its browser. */
const NEWEST = 1_000;

const READ = statement(
  'read-installation/read',
  `SELECT split_part(current_setting('server_version'), ' ', 1) AS "postgresVersion!",
  (SELECT count(*) FROM users WHERE ${IS_PERSON})::int AS "users!",
  (SELECT count(*) FROM organizations WHERE deleted_at IS NULL)::int AS "organizations!",
  (SELECT count(*) FROM projects WHERE deleted_at IS NULL)::int AS "projects!",
  (SELECT coalesce(sum(size), 0) FROM stored_objects)::float8 AS "storedBytes!",
  pg_database_size(current_database())::float8 AS "databaseBytes!",
  ARRAY(SELECT name FROM backfills WHERE finished_at IS NULL ORDER BY name) AS "pendingBackfills",
  (SELECT browser FROM (SELECT id, browser FROM snapshots ORDER BY id DESC LIMIT ${NEWEST}) AS newest
    WHERE browser IS NOT NULL ORDER BY id DESC LIMIT 1) AS browser`,
);

/**
 * Reads versions, counts and storage of the installation.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 */
export async function readInstallation(ctx: Context<'config' | 'db' | 'pool'>): Promise<Installation> {
  await requireAdministrator(ctx);
  const row = await READ.one(ctx.services.pool);
  const browserReleasedAt = releaseOf(row.browser ?? '') ?? null;
  return {
    version: VERSION,
    nodeVersion: process.versions.node,
    ...row,
    browserReleasedAt,
    isBrowserOutdated: browserReleasedAt !== null && isReleaseOutdated(browserReleasedAt),
  };
}
