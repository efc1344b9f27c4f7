import { PUBLIC_METADATA } from '../../core/annotations/public-metadata.ts';

/** A person whose data is exported or erased. */
export interface Person {
  /** Account; null for a visitor. */
  id: string | null;
  /** Address of the account, verified or not; null for a visitor. */
  login: string | null;
  /**
   * Address that the person is known to have, in lower case: that of a visitor, or the verified one
   * of an account. An unverified address may belong to somebody else.
   */
  address: string | null;
  /** Limits a visitor's data to the projects of one organization; null for an account. */
  organizationId: string | null;
}

/** SQL condition: the row `alias` of annotations or comments was written by the person. */
export const writtenByPerson = (alias: string): string =>
  `(${alias}.author_id = person.id OR ${alias}.author_id IS NULL AND lower(${alias}.author_email) = person.address)`;

/** Members of an annotation's metadata that describe the element, not the person. */
export const ELEMENT_METADATA = PUBLIC_METADATA.map((name) => `'${name}'`).join(', ');

/**
 * Start of every statement of `PERSONAL_TABLES`: the person, the projects that its data is in, the
 * annotations it wrote there, the visits in which it wrote them, and the memberships that it has or
 * had. Invitations have the ids of their memberships.
 */
export const PERSON = `WITH person AS (
    SELECT $id?::uuid AS id, $login?::text AS login, $address?::text AS address, $organizationId?::uuid AS organization_id
  ), its_projects AS MATERIALIZED (
    SELECT p.id FROM projects p, person
     WHERE person.organization_id IS NULL OR p.organization_id = person.organization_id
  ), its_annotations AS MATERIALIZED (
    SELECT a.id, a.project_id, a.metadata->>'sessionId' AS session_id FROM annotations a, person
     WHERE ${writtenByPerson('a')} AND a.project_id IN (SELECT id FROM its_projects)
  ), its_visits AS MATERIALIZED (
    SELECT DISTINCT project_id, session_id FROM its_annotations WHERE session_id IS NOT NULL
  ), its_memberships AS MATERIALIZED (
    SELECT m.id::text AS id FROM memberships m, person WHERE m.user_id = person.id
    UNION SELECT e.target_id FROM audit_entries e, person
     WHERE e.actor_id = person.id AND e.target_type = 'member' AND e.action = 'member_joined'
  )`;
