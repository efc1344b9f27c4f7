import type { Context } from '../../../context.ts';
import type { CaptureCredentials } from '../../../generated/prisma/client.ts';
import { openValues, sealValues } from './capture-credentials.ts';

const OUTDATED = `SELECT environment_id AS "environmentId", origin, secret FROM capture_credentials
  WHERE NOT starts_with(secret, $1)`;

/** Skips credentials that were replaced concurrently. */
const UPDATE = 'UPDATE capture_credentials SET secret = $3 WHERE environment_id = $1 AND secret = $2';

type Stored = Pick<CaptureCredentials, 'environmentId' | 'origin' | 'secret'>;

/** Encrypts capture credentials with the current AUTH_SECRET, so that older ones can be dropped. */
export async function resealCaptureCredentials(ctx: Context<'pool' | 'secretBox'>): Promise<void> {
  const { pool, secretBox } = ctx.services;
  const { rows } = await pool.query<Stored>(OUTDATED, [secretBox.currentKeyPrefix]);
  for (const stored of rows) {
    const { environmentId, secret } = stored;
    try {
      const resealed = sealValues(secretBox, stored, openValues(secretBox, stored));
      await pool.query(UPDATE, [environmentId, secret, resealed]);
    } catch (error) {
      ctx.logger.error({ err: error, environmentId }, 'capture credentials not re-encrypted');
    }
  }
}
