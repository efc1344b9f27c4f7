import { writtenByPerson } from './person.ts';

export const IN_ITS_PROJECTS = 't.project_id IN (SELECT id FROM its_projects)';
export const IN_ITS_THREADS =
  't.annotation_id IN (SELECT a.id FROM annotations a WHERE a.project_id IN (SELECT id FROM its_projects))';
export const ITS_ANNOTATIONS = `SELECT t.id FROM annotations t, person WHERE ${writtenByPerson('t')} AND ${IN_ITS_PROJECTS}`;
export const IN_ITS_ORGANIZATION = '(person.organization_id IS NULL OR t.organization_id = person.organization_id)';
/** SQL condition: the file `alias` belongs to an annotation or a reply of the person. */
export const attachedByPerson = (alias: string): string => `EXISTS (
  SELECT FROM annotations a LEFT JOIN comments c ON c.id = ${alias}.comment_id
   WHERE a.id = ${alias}.annotation_id AND a.project_id IN (SELECT id FROM its_projects)
     AND CASE WHEN ${alias}.comment_id IS NULL THEN ${writtenByPerson('a')} ELSE ${writtenByPerson('c')} END)`;
export const IN_ITS_VISITS = '(t.project_id, t.session_id) IN (SELECT project_id, session_id FROM its_visits)';

/**
 * Condition that an event invites the person, by address or to a membership, whatever address the
 * account had; CASE because other data may not convert to jsonb.
 */
const invites = (data: string): string =>
  `CASE WHEN t.type = 'member.invited' THEN lower(${data} #>> '{member,email}') = person.address
     OR ${data} #>> '{member,id}' IN (SELECT id FROM its_memberships) END`;
export const INVITED_IN_EVENT = `${invites('t.data::jsonb')} AND ${IN_ITS_ORGANIZATION}`;
export const INVITED_IN_DELIVERY = `${invites("(t.body::jsonb->'data')")} AND t.webhook_id IN (
  SELECT w.id FROM webhooks w WHERE person.organization_id IS NULL OR w.organization_id = person.organization_id)`;

/** Entries that name the person as their target, by an address or a membership. */
export const AUDIT_TARGET = `(t.target_type IN ('member', 'invitation') AND t.target_id IN (SELECT id FROM its_memberships)
  OR t.target_type = 'member' AND lower(t.target_name) IN (person.login, person.address)
  OR t.target_type = 'member' AND t.actor_id = person.id AND t.action IN ('member_email_changed', 'member_joined', 'member_left')
  OR t.target_type IN ('invitation', 'visitor') AND lower(t.target_name) = person.address) AND ${IN_ITS_ORGANIZATION}`;
