import { randomBytes } from 'node:crypto';
import type { CallContext, Context } from '../../../../context.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { hashPassword } from '../../../../infrastructure/secrets/passwords.ts';
import type { Demo } from '../ensure-demo.ts';

/** Members of the demo organization; `demo` is the login. */
export type DemoColleague = 'demo' | 'ines' | 'tom';

/** Users by name of the history. */
export type Colleagues = Record<DemoColleague, string>;

const NAMES = { ines: 'Ines Moreau', tom: 'Tom Becker' } as const;

/** Domain of addresses that receive no mail. */
const DOMAIN = 'demo.pinbound.example';

/** Colleagues have random passwords that are not kept, so they cannot log in. */
const INSERT = statement(
  'colleagues/insert',
  `INSERT INTO users (id, email, name, password_hash, email_verified_at, updated_at)
  VALUES ($userId, $address, $name, $hash, now(), now()) ON CONFLICT (email) DO NOTHING`,
);

const JOIN = statement(
  'colleagues/join',
  "INSERT INTO memberships (id, organization_id, user_id, role) VALUES ($id, $organizationId, $userId, 'editor')",
);

/** Creates the colleagues, unless an earlier start did. An address that is taken gets a suffix. */
export async function ensureColleagues(ctx: Context<'pool'>, demo: Demo): Promise<void> {
  const present = await findColleagues(ctx, demo);
  const hash = await hashPassword(randomBytes(24).toString('base64url'));
  await inTransaction(ctx.services.pool, async (sql) => {
    for (const name of ['ines', 'tom'] as const) {
      if (present[name] !== demo.userId) continue;
      const userId = newId();
      const insert = (address: string) => INSERT.run(sql, { userId, address, name: NAMES[name], hash });
      const { rowCount } = await insert(`${name}@${DOMAIN}`);
      if (rowCount === 0) await insert(`${name}.${userId.slice(-6)}@${DOMAIN}`);
      await JOIN.run(sql, { id: newId(), organizationId: demo.organizationId, userId });
    }
  });
}

const FIND = statement(
  'colleagues/find',
  'SELECT u.id, u.name, u.email FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $organizationId',
);

/** Reads who the colleagues are; the login stands in for one who was removed. */
export async function findColleagues(ctx: Context<'pool'>, demo: Demo): Promise<Colleagues> {
  const rows = await FIND.rows(ctx.services.pool, { organizationId: demo.organizationId });
  const find = (fullName: string) =>
    rows.find(({ name, email }) => name === fullName && email.endsWith(`@${DOMAIN}`))?.id ?? demo.userId;
  return { demo: demo.userId, ines: find(NAMES.ines), tom: find(NAMES.tom) };
}

/**
 * Returns the context of an operation that a user performs.
 *
 * @param key of the operation: a start that repeats it gets the first response
 */
export const actingAs = <Ctx extends CallContext>(ctx: Ctx, demo: Demo, userId: string, key: string): Ctx => ({
  ...ctx,
  actor: {
    kind: 'user',
    userId,
    tokenGeneration: userId === demo.userId ? demo.tokenGeneration : 0,
    expiresAt: Number.POSITIVE_INFINITY,
  },
  idempotencyKey: `demo-${demo.projectId}-${key}`,
});

/** Returns the context of an operation of a visitor; other visitors have other addresses. */
export const visiting = <Ctx extends CallContext>(ctx: Ctx, demo: Demo, key: string): Ctx => ({
  ...ctx,
  actor: { kind: 'anonymous' },
  projectKey: demo.projectKey,
  idempotencyKey: `demo-${demo.projectId}-${key}`,
});
