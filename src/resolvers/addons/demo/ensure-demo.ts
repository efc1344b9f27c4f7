import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { checkPassword, hashPassword } from '../../../infrastructure/secrets/passwords.ts';
import { insertProject } from '../../core/projects/create-project.ts';
import { organizationSlug } from '../../platform/input/slug.ts';

const EMAIL = 'demo@pinbound.example';
/** Password of demos that were created before each had its own. */
const LEGACY_PASSWORD = 'pinbound-demo';
/** Random, because pages of third parties can call the service too; it is printed at startup. */
const newPassword = (): string => randomBytes(12).toString('base64url');

export interface Demo {
  /** Login printed at startup, never created in production. */
  login: { email: string; password: string };
  userId: string;
  tokenGeneration: number;
  organizationId: string;
  projectId: string;
  projectKey: string;
}

/** The account with the demo's address, and existing parts of the demo; null if deleted. */
interface DemoState {
  userId: string;
  tokenGeneration: number;
  passwordHash: string;
  /** Whether startup created this login. */
  isDemoLogin: boolean;
  password: string | null;
  organizationId: string | null;
  membershipId: string | null;
  projectId: string | null;
  projectKey: string | null;
}

const FIND = `SELECT u.id AS "userId", u.token_generation AS "tokenGeneration", u.password_hash AS "passwordHash", d.user_id IS NOT NULL AS "isDemoLogin",
         d.password, o.id AS "organizationId", m.id AS "membershipId", p.id AS "projectId", p.project_key AS "projectKey"
    FROM users u
    LEFT JOIN demos d ON d.user_id = u.id
    LEFT JOIN organizations o ON o.id = d.organization_id AND o.deleted_at IS NULL
    LEFT JOIN memberships m ON m.organization_id = o.id AND m.user_id = u.id
    LEFT JOIN projects p ON p.organization_id = o.id AND p.slug = 'demo-shop' AND p.deleted_at IS NULL
   WHERE u.email = $1`;

/**
 * Creates the demo organization with its project, or the deleted parts of it. Concurrent and
 * repeated starts create one demo. It writes only to rows that an earlier start created.
 *
 * @returns undefined if the address belongs to another account, the password was changed, or the
 *   login is no longer a member of the organization
 */
export async function ensureDemo(ctx: Context<'pool' | 'wakeRelay'>): Promise<Demo | undefined> {
  const { pool } = ctx.services;
  const found = await find(pool);
  if (found && !(await isUsable(found))) return undefined;
  const existing = demoOf(found);
  if (existing) return existing;
  const password = newPassword();
  const secret = { password, hash: await hashPassword(password) };
  const created = await inTransaction(pool, async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('pinbound demo'))");
    await createMissing(sql, await find(sql), secret);
    return find(sql);
  });
  ctx.services.wakeRelay();
  return demoOf(created);
}

async function find(sql: Queryable): Promise<DemoState | undefined> {
  return (await sql.query<DemoState>(FIND, [EMAIL])).rows[0];
}

async function isUsable({
  isDemoLogin,
  organizationId,
  membershipId,
  passwordHash,
  password,
}: DemoState): Promise<boolean> {
  const isMember = organizationId === null || membershipId !== null;
  return isDemoLogin && isMember && (await checkPassword(passwordHash, password ?? LEGACY_PASSWORD));
}

function demoOf(found: DemoState | undefined): Demo | undefined {
  if (!found?.password || !found.organizationId || !found.membershipId || !found.projectId || !found.projectKey) {
    return undefined;
  }
  const { userId, tokenGeneration, organizationId, password, projectId, projectKey } = found;
  return { login: { email: EMAIL, password }, userId, tokenGeneration, organizationId, projectId, projectKey };
}

interface NewPassword {
  password: string;
  hash: string;
}

/** Creates the missing parts, unless another account has taken the address. */
async function createMissing(sql: pg.PoolClient, found: DemoState | undefined, secret: NewPassword): Promise<void> {
  if (found && !found.isDemoLogin) return;
  const userId = found?.userId ?? (await insertLogin(sql, secret.hash));
  if (!userId) return;
  const organizationId = found?.organizationId ?? (await insertOrganization(sql, userId));
  if (!found?.password) await setPassword(sql, userId, secret);
  if (found?.projectId) return;
  await insertProject(sql, { organizationId, name: 'Demo shop', slug: 'demo-shop' });
  await sql.query('UPDATE demos SET history_steps = 0 WHERE user_id = $1', [userId]);
}

async function insertLogin(sql: pg.PoolClient, hash: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO users (id, email, name, password_hash, updated_at) VALUES ($1, $2, 'Demo', $3, now())
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    [newId(), EMAIL, hash],
  );
  return rows[0]?.id;
}

async function setPassword(sql: pg.PoolClient, userId: string, { password, hash }: NewPassword): Promise<void> {
  await sql.query('UPDATE users SET password_hash = $2, updated_at = now() WHERE id = $1', [userId, hash]);
  await sql.query('UPDATE demos SET password = $2 WHERE user_id = $1', [userId, password]);
}

/** Uses the slug `demo`, or a derived one if it is taken. */
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
