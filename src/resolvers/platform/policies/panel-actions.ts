import { joinProjectMember } from './access.ts';
import type { Action } from './roles.ts';

/** Actions of the panel on customers' pages, within its user's role. */
export const PANEL_ACTIONS: readonly Action[] = [
  'organization.read',
  'member.read',
  'project.read',
  'annotation.read',
  'annotation.change',
  'annotation.publish',
  'comment.create',
  'comment.change',
  'diagnostics.read',
  'snapshot.read',
  'snapshot.create',
];

/**
 * SQL condition: what the panel's session `s` depends on has not ended: the login that it was
 * opened from, the membership, and the origin in the project's list.
 */
export const IS_PANEL_ALLOWED = `(s.login_id IS NULL OR EXISTS (
    SELECT FROM sessions l WHERE l.id = s.login_id AND l.ended_at IS NULL))
  AND EXISTS (SELECT FROM projects p ${joinProjectMember('s.user_id')}
               WHERE p.id = s.project_id AND p.deleted_at IS NULL AND s.origin = ANY(p.panel_origins))`;

/** SQL condition: the panel's session `s` is open. */
export const IS_PANEL_OPEN = `s.code_hash IS NULL AND s.expires_at > now() AND ${IS_PANEL_ALLOWED}`;
