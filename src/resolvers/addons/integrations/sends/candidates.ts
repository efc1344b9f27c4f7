import { matchesFilter } from '../filter.ts';

/** The event of a new annotation that has not reached the deliveries of the integration yet. */
const IS_NEW = `EXISTS (
      SELECT FROM events e WHERE e.relayed_at IS NULL AND e.annotation_id = a.id AND e.type = 'comment.created'
         AND e.comment_id IS NULL AND e.created_at >= w.created_at)`;

/** A delivery of a new annotation that is still to be sent. */
const IS_QUEUED = `EXISTS (
      SELECT FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
       WHERE d.webhook_id = w.id AND d.state = 'pending' AND e.annotation_id = a.id AND e.type = 'comment.created'
         AND e.comment_id IS NULL)`;

/** An event that sends, or has sent, the annotation. Not one that failed. */
const IS_SENT = `EXISTS (
      SELECT FROM sent_annotations x
        LEFT JOIN webhook_deliveries d ON d.webhook_id = x.integration_id AND d.event_id = x.event_id
       WHERE x.integration_id = w.id AND x.annotation_id = a.id
         AND (d.id IS NULL OR d.state IN ('pending', 'delivered')))`;

/**
 * SQL from FROM on: the annotations of the send `$id` that match its filter, which the integration
 * may receive and has not received.
 */
export const UNSENT = `FROM annotation_sends s
    JOIN integrations i ON i.id = s.integration_id
    JOIN webhooks w ON w.id = i.id
    JOIN annotations a ON a.project_id = i.project_id AND a.deleted_at IS NULL
   WHERE s.id = $id AND (w.include_internal OR a.visibility = 'public') AND ${matchesFilter('s.filter')}
     AND NOT EXISTS (SELECT FROM external_issues x
                      WHERE x.integration_id = w.id AND x.annotation_id = a.id AND x.external_id IS NOT NULL)
     AND NOT ${IS_SENT} AND NOT ${IS_NEW} AND NOT ${IS_QUEUED}`;
