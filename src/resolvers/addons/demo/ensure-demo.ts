import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { lockName } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
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

const FIND = statement(
  'ensure-demo/find',
  `SELECT u.id AS "userId", u.token_generation AS "tokenGeneration", u.password_hash AS "passwordHash", d.user_id IS NOT NULL AS "isDemoLogin",
         d.password, o.id AS "organizationId", m.id AS "membershipId", p.id AS "projectId", p.project_key AS "projectKey"
    FROM users u
    LEFT JOIN demos d ON d.user_id = u.id
    LEFT JOIN organizations o ON o.id = d.organization_id AND o.deleted_at IS NULL
    LEFT JOIN memberships m ON m.organization_id = o.id AND m.user_id = u.id
    LEFT JOIN projects p ON p.organization_id = o.id AND p.slug = 'demo-shop' AND p.deleted_at IS NULL
   WHERE u.email = $email`,
);

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
    await lockName(sql, 'pinbound demo');
    await createMissing(sql, await find(sql), secret);
    return find(sql);
  });
  ctx.services.wakeRelay();
  return demoOf(created);
}

async function find(sql: Queryable): Promise<DemoState | undefined> {
  return await FIND.first(sql, { email: EMAIL });
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

const RESTART_HISTORY = statement(
  'ensure-demo/restart-history',
  'UPDATE demos SET history_steps = 0 WHERE user_id = $userId',
);

/** Creates the missing parts, unless another account has taken the address. */
async function createMissing(sql: pg.PoolClient, found: DemoState | undefined, secret: NewPassword): Promise<void> {
  if (found && !found.isDemoLogin) return;
  const userId = found?.userId ?? (await insertLogin(sql, secret.hash));
  if (!userId) return;
  const organizationId = found?.organizationId ?? (await insertOrganization(sql, userId));
  if (!found?.password) await setPassword(sql, userId, secret);
  if (found?.projectId) return;
  await insertProject(sql, { organizationId, name: 'Demo shop', slug: 'demo-shop' });
  await RESTART_HISTORY.run(sql, { userId });
}

const INSERT_LOGIN = statement(
  'ensure-demo/insert-login',
  `INSERT INTO users (id, email, name, password_hash, updated_at) VALUES ($id, $email, 'Demo', $hash, now())
     ON CONFLICT (email) DO NOTHING RETURNING id`,
);

async function insertLogin(sql: pg.PoolClient, hash: string): Promise<string | undefined> {
  const row = await INSERT_LOGIN.first(sql, { id: newId(), email: EMAIL, hash });
  return row?.id;
}

const KEEP_PASSWORD = statement(
  'ensure-demo/keep-password',
  'UPDATE demos SET password = $password WHERE user_id = $userId',
);

const SET_PASSWORD = statement(
  'ensure-demo/set-password',
  'UPDATE users SET password_hash = $hash, updated_at = now() WHERE id = $userId',
);

async function setPassword(sql: pg.PoolClient, userId: string, { password, hash }: NewPassword): Promise<void> {
  await SET_PASSWORD.run(sql, { userId, hash });
  await KEEP_PASSWORD.run(sql, { userId, password });
}

const CLAIM_DEMO = statement(
  'ensure-demo/claim-demo',
  `INSERT INTO demos (user_id, organization_id) VALUES ($userId, $id)
     ON CONFLICT (user_id) DO UPDATE SET organization_id = excluded.organization_id`,
);

const JOIN = statement(
  'ensure-demo/join',
  "INSERT INTO memberships (id, organization_id, user_id, role) VALUES ($id, $organizationId, $userId, 'owner')",
);

/** Uses the slug `demo`, or a derived one if it is taken. */
async function insertOrganization(sql: pg.PoolClient, userId: string): Promise<string> {
  const id = newId();
  const insert = `INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, 'Demo', $2, now())
                  ON CONFLICT (slug) DO NOTHING`;
  const { rowCount } = await sql.query(insert, [id, 'demo']);
  if (rowCount === 0) await sql.query(insert, [id, organizationSlug('Demo')]);
  await JOIN.run(sql, { id: newId(), organizationId: id, userId });
  await CLAIM_DEMO.run(sql, { userId, id });
  return id;
}
