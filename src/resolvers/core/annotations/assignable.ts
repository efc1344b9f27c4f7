import { INCLUDES_PROJECT } from '../../platform/policies/access.ts';

/** SQL condition: access token `t` is one of a service account that works on annotations. */
export const WORKS_ON_ANNOTATIONS = `(t.revoked_at IS NULL AND t.expires_at > now() AND 'annotation.change' = ANY(t.actions))`;

/** SQL condition: annotations of project `p` can be assigned to the user of membership `m`. */
export const CAN_BE_ASSIGNED = `(${INCLUDES_PROJECT} AND (m.access_token_id IS NULL OR EXISTS (
    SELECT FROM access_tokens t WHERE t.id = m.access_token_id AND ${WORKS_ON_ANNOTATIONS} AND (t.all_projects OR EXISTS (
      SELECT FROM access_token_projects tp WHERE tp.access_token_id = t.id AND tp.project_id = p.id)))))`;

/** Requirement of an assignee, for messages. */
export const ASSIGNEE_RULE =
  "must be a member of the project's organization who has the project, or a service account whose token has the project " +
  'and annotation.change';
