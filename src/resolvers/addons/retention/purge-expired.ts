import type { Context } from '../../../context.ts';
import { runAll } from '../../../lib/run-all-settled.ts';

/** How long hidden organizations, projects and annotations, expired invitations, relayed events and deliveries are kept. */
export const KEPT = '30 days';
/** Rows that one statement removes or clears, so that none holds its locks for long. */
const BATCH = 1_000;

/** Each is made whatever became of the others; of a list, one that fails leaves those behind it for the next time. */
const PURGES: (string | string[])[] = [
  `DELETE FROM annotations WHERE id IN
     (SELECT id FROM annotations WHERE deleted_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
  // A project goes when its annotations have gone, batch by batch. No key leads from what was collected to it: that goes before it too.
  [
    `DELETE FROM annotations WHERE id IN
       (SELECT a.id FROM annotations a JOIN projects p ON p.id = a.project_id
         WHERE p.deleted_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
    // Of one day, so that one partition is read and not all.
    `WITH old AS MATERIALIZED (
       SELECT b.project_id, b.day FROM projects p CROSS JOIN LATERAL
         (SELECT project_id, day FROM collected_batches WHERE project_id = p.id LIMIT 1) b
        WHERE p.deleted_at < now() - interval '${KEPT}' LIMIT 1)
     DELETE FROM collected_batches
      WHERE day = (SELECT day FROM old) AND project_id = (SELECT project_id FROM old) AND digest = ANY (ARRAY(
        SELECT digest FROM collected_batches
         WHERE day = (SELECT day FROM old) AND project_id = (SELECT project_id FROM old) LIMIT ${BATCH}))`,
    `DELETE FROM projects WHERE id IN
       (SELECT id FROM projects WHERE deleted_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
  ],
  // And an organization when its projects have gone, and Stripe charges it no more.
  `DELETE FROM organizations WHERE id IN
     (SELECT id FROM organizations o WHERE deleted_at < now() - interval '${KEPT}'
         AND NOT EXISTS (SELECT FROM projects WHERE organization_id = o.id)
         AND NOT EXISTS (SELECT FROM subscriptions WHERE organization_id = o.id AND stripe_subscription_id IS NOT NULL)
       LIMIT ${BATCH})`,
  `DELETE FROM invitations WHERE id IN
     (SELECT id FROM invitations WHERE expires_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
  `DELETE FROM events WHERE id IN
     (SELECT id FROM events WHERE relayed_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
  `DELETE FROM webhook_deliveries WHERE id IN
     (SELECT id FROM webhook_deliveries WHERE created_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
  // A replaced secret, once it signs no more.
  `UPDATE webhooks SET previous_secret = NULL, previous_secret_expires_at = NULL WHERE id IN
     (SELECT id FROM webhooks WHERE previous_secret_expires_at <= now() LIMIT ${BATCH})`,
  `DELETE FROM inbound_calls WHERE (integration_id, hash) IN
     (SELECT integration_id, hash FROM inbound_calls WHERE received_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
  // Lanes in which nothing is sent any more.
  `DELETE FROM webhook_hosts WHERE host IN
     (SELECT host FROM webhook_hosts WHERE updated_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
  `DELETE FROM idempotency_keys WHERE (caller, key) IN
     (SELECT caller, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours' LIMIT ${BATCH})`,
  `DELETE FROM refresh_tokens WHERE id IN
     (SELECT id FROM refresh_tokens WHERE expires_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
  `DELETE FROM sessions WHERE id IN
     (SELECT id FROM sessions WHERE expires_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
  `DELETE FROM password_resets WHERE id IN
     (SELECT id FROM password_resets WHERE expires_at < now() LIMIT ${BATCH})`,
  // Stripe sends an event again for three days at most.
  `DELETE FROM stripe_events WHERE id IN
     (SELECT id FROM stripe_events WHERE received_at < now() - interval '${KEPT}' LIMIT ${BATCH})`,
];

/** Removes everything that is past its time, until the process stops. @throws at the end, for what could not be removed */
export const purgeExpired = (ctx: Context): Promise<void> =>
  runAll(PURGES.map((statements) => () => purge(ctx, [statements].flat())));

async function purge({ services: { pool, stopping } }: Context, statements: string[]): Promise<void> {
  for (const statement of statements) {
    let removed = 1;
    while (removed > 0 && !stopping.aborted) removed = (await pool.query(statement)).rowCount ?? 0;
  }
}
