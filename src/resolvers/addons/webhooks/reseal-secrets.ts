import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';

interface OutdatedSecret {
  /** Webhook. */
  id: string;
  sealed: string;
  column: 'secret' | 'previous_secret' | 'basic_auth';
}

/** Expired previous secrets are purged elsewhere. */
const OUTDATED = statement(
  'reseal-secrets/outdated',
  `SELECT id AS "id!", secret AS "sealed!", 'secret' AS "column!" FROM webhooks WHERE NOT starts_with(secret, $currentKeyPrefix)
  UNION ALL
  SELECT id, previous_secret, 'previous_secret' FROM webhooks
   WHERE NOT starts_with(previous_secret, $currentKeyPrefix) AND previous_secret_expires_at > now()
  UNION ALL
  SELECT id, basic_auth, 'basic_auth' FROM webhooks WHERE NOT starts_with(basic_auth, $currentKeyPrefix)`,
).narrow<Pick<OutdatedSecret, 'column'>>();

/** Skips a secret that was replaced concurrently. */
const update = (column: string) => `UPDATE webhooks SET ${column} = $3 WHERE id = $1 AND ${column} = $2`;

/** Encrypts stored secrets with the current AUTH_SECRET, so that a former one can be removed. */
export async function resealSecrets(ctx: Context<'pool' | 'secretBox'>): Promise<void> {
  const { pool, secretBox } = ctx.services;
  const rows = await OUTDATED.rows(pool, { currentKeyPrefix: secretBox.currentKeyPrefix });
  for (const { id, sealed, column } of rows) {
    try {
      const resealed = secretBox.seal(secretBox.open(sealed, id), id);
      await pool.query(update(column), [id, sealed, resealed]);
    } catch (error) {
      ctx.logger.error({ err: error, webhook: id, column }, 'webhook secret not re-encrypted');
    }
  }
}
