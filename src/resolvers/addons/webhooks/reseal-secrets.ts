import type { Context } from '../../../context.ts';

interface Outdated {
  /** Of the webhook. */
  id: string;
  sealed: string;
  isPrevious: boolean;
}

/** $1: what the present secret's begin with. A previous secret whose time is over signs nothing: it is purged. */
const OUTDATED = `SELECT id, secret AS sealed, false AS "isPrevious" FROM webhooks WHERE NOT starts_with(secret, $1)
  UNION ALL
  SELECT id, previous_secret, true FROM webhooks
   WHERE NOT starts_with(previous_secret, $1) AND previous_secret_expires_at > now()`;

/** Not what was replaced meanwhile. */
const update = (column: string) => `UPDATE webhooks SET ${column} = $3 WHERE id = $1 AND ${column} = $2`;

/** Seals what an older AUTH_SECRET has sealed under the present one, each by itself, so that the older can be dropped. */
export async function resealSecrets(ctx: Context): Promise<void> {
  const { pool, secretBox } = ctx.services;
  const { rows } = await pool.query<Outdated>(OUTDATED, [secretBox.presentPrefix]);
  for (const { id, sealed, isPrevious } of rows) {
    try {
      const again = secretBox.seal(secretBox.open(sealed, id), id);
      await pool.query(update(isPrevious ? 'previous_secret' : 'secret'), [id, sealed, again]);
    } catch (error) {
      const which = isPrevious ? 'the previous secret' : 'the secret';
      ctx.logger.error({ err: error, webhook: id }, `${which} of a webhook could not be sealed anew`);
    }
  }
}
