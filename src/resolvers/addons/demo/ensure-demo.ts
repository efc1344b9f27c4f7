import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { checkPassword, hashPassword } from '../../../infrastructure/secrets/passwords.ts';
import { insertProject } from '../../core/projects/create-project.ts';
import { organizationSlug } from '../../platform/input/slug.ts';

const EMAIL = 'demo@pinbound.example';
/** Of demos that were made before each had its own. */
const FORMER_PASSWORD = 'pinbound-demo';
/** Nobody is to know it who cannot read what a start prints: the pages of strangers can call the service, too. */
const newPassword = (): string => randomBytes(12).toString('base64url');

export interface Demo {
  /** Printed at start: a login for a first look, never made in production. */
  login: { email: string; password: string };
  userId: string;
  /** Of the access tokens that count. */
  tokenGeneration: number;
  projectId: string;
  projectKey: string;
}

/** Who has the demo's address, and what of a demo of ours there is; a member is null where it is not there any more. */
interface Found {
  userId: string;
  tokenGeneration: number;
  passwordHash: string;
  /** Whether a start made this login. */
  isOurs: boolean;
  password: string | null;
  organizationId: string | null;
  membershipId: string | null;
  projectId: string | null;
  projectKey: string | null;
}

const FIND = `SELECT u.id AS "userId", u.token_generation AS "tokenGeneration", u.password_hash AS "passwordHash", d.user_id IS NOT NULL AS "isOurs",
         d.password, o.id AS "organizationId", m.id AS "membershipId", p.id AS "projectId", p.project_key AS "projectKey"
    FROM users u
    LEFT JOIN demos d ON d.user_id = u.id
    LEFT JOIN organizations o ON o.id = d.organization_id AND o.deleted_at IS NULL
    LEFT JOIN memberships m ON m.organization_id = o.id AND m.user_id = u.id
    LEFT JOIN projects p ON p.organization_id = o.id AND p.slug = 'demo-shop' AND p.deleted_at IS NULL
   WHERE u.email = $1`;

/**
 * The demo organization's project, made on the first start; starting again, or twice at once, makes no second one. What was
 * deleted of it is made again. It writes to nothing that a start has not made.
 * @returns undefined where the address is somebody else's, or somebody has taken the demo for their own use: its password
 * is another, or its login is no longer a member of its organization
 */
export async function ensureDemo(ctx: Context): Promise<Demo | undefined> {
  const { pool } = ctx.services;
  const found = await find(pool);
  if (found && !(await isUsable(found))) return undefined;
  const standing = demoOf(found);
  if (standing) return standing;
  const password = newPassword();
  const secret = { password, hash: await hashPassword(password) };
  const made = await inTransaction(pool, async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('pinbound demo'))");
    await complete(sql, await find(sql), secret);
    return find(sql);
  });
  ctx.services.nudgeRelay();
  return demoOf(made);
}

async function find(sql: Queryable): Promise<Found | undefined> {
  return (await sql.query<Found>(FIND, [EMAIL])).rows[0];
}

async function isUsable({ isOurs, organizationId, membershipId, passwordHash, password }: Found): Promise<boolean> {
  const isMember = organizationId === null || membershipId !== null;
  return isOurs && isMember && (await checkPassword(passwordHash, password ?? FORMER_PASSWORD));
}

function demoOf(found: Found | undefined): Demo | undefined {
  if (!found?.password || !found.membershipId || !found.projectId || !found.projectKey) return undefined;
  const { userId, tokenGeneration, password, projectId, projectKey } = found;
  return { login: { email: EMAIL, password }, userId, tokenGeneration, projectId, projectKey };
}

interface Secret {
  password: string;
  hash: string;
}

/** Makes what is not there, unless a stranger has come in between. */
async function complete(sql: pg.PoolClient, found: Found | undefined, secret: Secret): Promise<void> {
  if (found && !found.isOurs) return;
  const userId = found?.userId ?? (await insertLogin(sql, secret.hash));
  if (!userId) return;
  const organizationId = found?.organizationId ?? (await insertOrganization(sql, userId));
  if (!found?.password) await setPassword(sql, userId, secret);
  if (!found?.projectId) await insertProject(sql, { organizationId, name: 'Demo shop', slug: 'demo-shop' });
}

async function insertLogin(sql: pg.PoolClient, hash: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO users (id, email, name, password_hash, updated_at) VALUES ($1, $2, 'Demo', $3, now())
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    [newId(), EMAIL, hash],
  );
  return rows[0]?.id;
}

async function setPassword(sql: pg.PoolClient, userId: string, { password, hash }: Secret): Promise<void> {
  await sql.query('UPDATE users SET password_hash = $2, updated_at = now() WHERE id = $1', [userId, hash]);
  await sql.query('UPDATE demos SET password = $2 WHERE user_id = $1', [userId, password]);
}

/** Its slug is `demo`, or like it where that is another's. */
async function insertOrganization(sql: pg.PoolClient, userId: string): Promise<string> {
  const id = newId();
  const insert = `INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, 'Demo', $2, now())
                  ON CONFLICT (slug) DO NOTHING`;
  const { rowCount } = await sql.query(insert, [id, 'demo']);
  if (rowCount === 0) await sql.query(insert, [id, organizationSlug('Demo')]);
  await sql.query("INSERT INTO memberships (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'owner')", [
    newId(),
    id,
    userId,
  ]);
  await sql.query(
    `INSERT INTO demos (user_id, organization_id) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET organization_id = excluded.organization_id`,
    [userId, id],
  );
  return id;
}
