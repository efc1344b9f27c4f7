import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { openValues, sealValues } from './capture-credentials.ts';

const OUTDATED = statement(
  'reseal-capture-credentials/outdated',
  `SELECT environment_id AS "environmentId", origin, secret FROM capture_credentials
  WHERE NOT starts_with(secret, $currentKeyPrefix)`,
);

/** Skips credentials that were replaced concurrently. */
const UPDATE = statement(
  'reseal-capture-credentials/update',
  'UPDATE capture_credentials SET secret = $resealed WHERE environment_id = $environmentId AND secret = $secret',
);

/** Encrypts capture credentials with the current AUTH_SECRET, so that older ones can be dropped. */
export async function resealCaptureCredentials(ctx: Context<'pool' | 'secretBox'>): Promise<void> {
  const { pool, secretBox } = ctx.services;
  const rows = await OUTDATED.rows(pool, { currentKeyPrefix: secretBox.currentKeyPrefix });
  for (const stored of rows) {
    const { environmentId, secret } = stored;
    try {
      const resealed = sealValues(secretBox, stored, openValues(secretBox, stored));
      await UPDATE.run(pool, { environmentId, secret, resealed });
    } catch (error) {
      ctx.logger.error({ err: error, environmentId }, 'capture credentials not re-encrypted');
    }
  }
}
