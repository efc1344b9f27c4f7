import type { Context } from '../../context.ts';

interface Sealed {
  id: string;
  secret: string;
  previousSecret: string | null;
}

const UPDATE = `UPDATE webhooks SET secret = $3, previous_secret = $4
  WHERE id = $1 AND secret = $2`;

/** Seals what an older AUTH_SECRET has sealed under the present one, so that the older can be dropped. */
export async function resealSecrets(ctx: Context): Promise<void> {
  const { pool, secretBox } = ctx.services;
  const { rows } = await pool.query<Sealed>('SELECT id, secret, previous_secret AS "previousSecret" FROM webhooks');
  for (const { id, secret, previousSecret } of rows) {
    if (![secret, previousSecret ?? secret].some(secretBox.isOutdated)) continue;
    const again = (sealed: string) => secretBox.seal(secretBox.open(sealed, id), id);
    try {
      await pool.query(UPDATE, [id, secret, again(secret), previousSecret && again(previousSecret)]);
    } catch (error) {
      ctx.logger.error({ err: error, webhook: id }, 'the secret of a webhook could not be sealed anew');
    }
  }
}
