import type { Context } from '../../../context.ts';

interface OutdatedSecret {
  /** Webhook. */
  id: string;
  sealed: string;
  isPrevious: boolean;
}

/** $1: prefix of values under the current key. Expired previous secrets are purged elsewhere. */
const OUTDATED = `SELECT id, secret AS sealed, false AS "isPrevious" FROM webhooks WHERE NOT starts_with(secret, $1)
  UNION ALL
  SELECT id, previous_secret, true FROM webhooks
   WHERE NOT starts_with(previous_secret, $1) AND previous_secret_expires_at > now()`;

/** Skips a secret that was replaced concurrently. */
const update = (column: string) => `UPDATE webhooks SET ${column} = $3 WHERE id = $1 AND ${column} = $2`;

/** Encrypts stored secrets with the current AUTH_SECRET, so that a former one can be removed. */
export async function resealSecrets(ctx: Context<'pool' | 'secretBox'>): Promise<void> {
  const { pool, secretBox } = ctx.services;
  const { rows } = await pool.query<OutdatedSecret>(OUTDATED, [secretBox.currentKeyPrefix]);
  for (const { id, sealed, isPrevious } of rows) {
    try {
      const resealed = secretBox.seal(secretBox.open(sealed, id), id);
      await pool.query(update(isPrevious ? 'previous_secret' : 'secret'), [id, sealed, resealed]);
    } catch (error) {
      ctx.logger.error({ err: error, webhook: id, isPrevious }, 'webhook secret not re-encrypted');
    }
  }
}
