import { INCLUDES_PROJECT } from '../../platform/policies/access.ts';

/**
 * SQL of the notifications `n` that their members `m` may read now: they have the project `p`, and
 * guests read public annotations `a` and replies `c` only.
 */
export const READABLE_NOTIFICATIONS = `notifications n
    JOIN memberships m ON m.id = n.membership_id
    JOIN projects p ON p.id = n.project_id AND p.deleted_at IS NULL AND ${INCLUDES_PROJECT}
    LEFT JOIN annotations a ON a.id = n.annotation_id
    LEFT JOIN comments c ON c.id = n.comment_id`;

/** Condition of READABLE_NOTIFICATIONS. */
export const IS_READABLE = `(n.annotation_id IS NULL OR (a.deleted_at IS NULL AND (m.role <> 'guest'
    OR (a.visibility = 'public' AND coalesce(c.visibility, 'public') = 'public'))))`;

/** Max length of an excerpt in characters. */
const EXCERPT = 200;

/** Select list of a Notification of READABLE_NOTIFICATIONS. */
export const NOTIFICATION_COLUMNS = `n.id, n.created_at AS "createdAt", n.kind, n.project_id AS "projectId",
    n.membership_id AS "membershipId", n.annotation_id AS "annotationId", n.comment_id AS "commentId", n.deployment_id AS "deploymentId",
    n.actor_id AS "actorId", n.read_at AS "readAt", p.name AS "projectName", a.number, 
    left(coalesce(c.content, a.content, (SELECT d.commit FROM deployments d WHERE d.id = n.deployment_id)), ${EXCERPT}) AS excerpt,
    coalesce((SELECT name FROM users WHERE id = n.actor_id),
             CASE n.kind WHEN 'reply' THEN c.author_name WHEN 'annotation' THEN a.author_name END) AS "actorName"`;
