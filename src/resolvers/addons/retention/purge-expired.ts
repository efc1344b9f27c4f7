import type { Context } from '../../../context.ts';
import { runAllSettled } from '../../../lib/run-all-settled.ts';
import { isProof } from '../deployments/verdicts/is-proof.ts';

/**
 * Retention of deleted organizations, projects and annotations, expired invitations, ended personal
 * tokens, tokens of visitors, relayed events and deliveries.
 */
export const RETENTION = '30 days';
/** Rows per statement; bounds the time its locks are held. */
const BATCH = 1_000;
/** Deployments per statement; each may have thousands of verdicts. */
const DEPLOYMENT_BATCH = 10;

/** Independent purges. In a list, a failing statement leaves those after it to the next run. */
const PURGES: (string | string[])[] = [
  `DELETE FROM annotations WHERE id IN
     (SELECT id FROM annotations WHERE deleted_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  // A project is deleted after its annotations and its collected data, which has no foreign key.
  [
    `DELETE FROM annotations WHERE id IN
       (SELECT a.id FROM annotations a JOIN projects p ON p.id = a.project_id
         WHERE p.deleted_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
    // One day at a time, so that one partition is read instead of all.
    `WITH old AS MATERIALIZED (
       SELECT b.project_id, b.day FROM projects p CROSS JOIN LATERAL
         (SELECT project_id, day FROM collected_batches WHERE project_id = p.id LIMIT 1) b
        WHERE p.deleted_at < now() - interval '${RETENTION}' LIMIT 1)
     DELETE FROM collected_batches
      WHERE day = (SELECT day FROM old) AND project_id = (SELECT project_id FROM old) AND digest = ANY (ARRAY(
        SELECT digest FROM collected_batches
         WHERE day = (SELECT day FROM old) AND project_id = (SELECT project_id FROM old) LIMIT ${BATCH}))`,
    `DELETE FROM projects WHERE id IN
       (SELECT id FROM projects WHERE deleted_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  ],
  // An organization is deleted after its projects, once Stripe no longer charges it.
  // The service accounts of its tokens go with it.
  [
    `DELETE FROM users WHERE id IN
       (SELECT t.user_id FROM access_tokens t JOIN organizations o ON o.id = t.organization_id
         WHERE o.deleted_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
    `DELETE FROM organizations WHERE id IN
       (SELECT id FROM organizations o WHERE deleted_at < now() - interval '${RETENTION}'
           AND NOT EXISTS (SELECT FROM projects WHERE organization_id = o.id)
           AND NOT EXISTS (SELECT FROM subscriptions WHERE organization_id = o.id AND stripe_subscription_id IS NOT NULL)
         LIMIT ${BATCH})`,
  ],
  // Checks of snapshots that were deleted, unless they prove a fix.
  `DELETE FROM deployment_verdicts WHERE id IN
     (SELECT v.id FROM deployment_verdicts v WHERE v.deployment_id IS NULL AND v.resolved_at IS NULL
         AND NOT EXISTS (SELECT FROM snapshots s WHERE s.id = v.after_snapshot_id) LIMIT ${BATCH})`,
  // Kept: the newest of each environment, and those with verdicts that prove fixes.
  `DELETE FROM deployments WHERE id IN
     (SELECT d.id FROM projects p JOIN deployments d ON d.project_id = p.id
         AND d.created_at < now() - p.snapshot_retention * interval '1 day'
       WHERE p.snapshot_retention > 0 AND d.status NOT IN ('queued', 'running')
         AND EXISTS (SELECT FROM deployments newer
                      WHERE newer.environment_id = d.environment_id AND (newer.created_at, newer.id) > (d.created_at, d.id))
         AND NOT EXISTS (SELECT FROM deployment_verdicts v WHERE v.deployment_id = d.id AND ${isProof('v')})
       LIMIT ${DEPLOYMENT_BATCH} FOR UPDATE OF d SKIP LOCKED)`,
  `DELETE FROM access_tokens WHERE id IN
     (SELECT id FROM access_tokens WHERE organization_id IS NULL
         AND least(revoked_at, expires_at) < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  `DELETE FROM oauth_artifacts WHERE (model, id_hash) IN
     (SELECT model, id_hash FROM oauth_artifacts WHERE expires_at < now() LIMIT ${BATCH})`,
  `DELETE FROM annotation_claims WHERE annotation_id IN
     (SELECT annotation_id FROM annotation_claims WHERE expires_at < now() LIMIT ${BATCH})`,
  // Files that were never uploaded.
  `DELETE FROM attachments WHERE id IN
     (SELECT id FROM attachments WHERE uploaded_at IS NULL AND expires_at < now() - interval '24 hours' LIMIT ${BATCH})`,
  `DELETE FROM invitations WHERE id IN
     (SELECT id FROM invitations WHERE expires_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  `DELETE FROM ended_invitation_tokens WHERE token_hash IN
     (SELECT token_hash FROM ended_invitation_tokens WHERE created_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  `DELETE FROM events WHERE id IN
     (SELECT id FROM events WHERE relayed_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  `DELETE FROM webhook_deliveries WHERE id IN
     (SELECT id FROM webhook_deliveries WHERE created_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  // Replaced secrets that no longer sign.
  `UPDATE webhooks SET previous_secret = NULL, previous_secret_expires_at = NULL WHERE id IN
     (SELECT id FROM webhooks WHERE previous_secret_expires_at <= now() LIMIT ${BATCH})`,
  `DELETE FROM inbound_calls WHERE (integration_id, hash) IN
     (SELECT integration_id, hash FROM inbound_calls WHERE received_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  // Destinations that nothing is sent to any more.
  `DELETE FROM webhook_hosts WHERE host IN
     (SELECT host FROM webhook_hosts WHERE updated_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  `DELETE FROM idempotency_keys WHERE (caller, key) IN
     (SELECT caller, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours' LIMIT ${BATCH})`,
  `DELETE FROM refresh_tokens WHERE id IN
     (SELECT id FROM refresh_tokens WHERE expires_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  `DELETE FROM sessions WHERE id IN
     (SELECT id FROM sessions WHERE expires_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  `DELETE FROM panel_sessions WHERE id IN
     (SELECT id FROM panel_sessions WHERE expires_at < now() LIMIT ${BATCH})`,
  `DELETE FROM password_resets WHERE id IN
     (SELECT id FROM password_resets WHERE expires_at < now() LIMIT ${BATCH})`,
  `DELETE FROM email_verifications WHERE id IN
     (SELECT id FROM email_verifications WHERE expires_at < now() LIMIT ${BATCH})`,
  `DELETE FROM sent_mails WHERE id IN
     (SELECT id FROM sent_mails WHERE created_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
  // Counts of past days, and addresses that got no mail for a year.
  `DELETE FROM mailed_addresses WHERE address_hash IN
     (SELECT address_hash FROM mailed_addresses
       WHERE day < now() - CASE WHEN confirmed_at IS NULL THEN interval '2 days' ELSE interval '1 year' END LIMIT ${BATCH})`,
  `DELETE FROM visitor_tokens WHERE token_hash IN
     (SELECT token_hash FROM visitor_tokens WHERE expires_at < now() LIMIT ${BATCH})`,
  `DELETE FROM visitor_codes WHERE code_hash IN
     (SELECT code_hash FROM visitor_codes WHERE expires_at < now() LIMIT ${BATCH})`,
  `DELETE FROM visitor_notifications WHERE (annotation_id, event_id) IN
     (SELECT annotation_id, event_id FROM visitor_notifications WHERE created_at < now() - interval '90 days' LIMIT ${BATCH})`,
  `DELETE FROM notifications WHERE id IN
     (SELECT id FROM notifications WHERE created_at < now() - interval '90 days' LIMIT ${BATCH})`,
  // Stripe sends an event again for three days at most.
  `DELETE FROM stripe_events WHERE id IN
     (SELECT id FROM stripe_events WHERE received_at < now() - interval '${RETENTION}' LIMIT ${BATCH})`,
];

/**
 * Deletes expired rows until none are left or the process stops.
 *
 * @throws the collected failures, at the end
 */
export const purgeExpired = (ctx: Context<'pool' | 'stopping'>): Promise<void> =>
  runAllSettled(PURGES.map((statements) => () => purge(ctx, [statements].flat())));

async function purge(
  { services: { pool, stopping } }: Context<'pool' | 'stopping'>,
  statements: string[],
): Promise<void> {
  for (const statement of statements) {
    let removed = 1;
    while (removed > 0 && !stopping.aborted) removed = (await pool.query(statement)).rowCount ?? 0;
  }
}
