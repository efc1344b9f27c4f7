import { addressHash } from '../../platform/mail/mail-allowance.ts';
import { namelessDeliveries } from './nameless-deliveries.ts';
import { ELEMENT_METADATA, writtenByPerson } from './person.ts';
import {
  AUDIT_TARGET,
  attachedByPerson,
  IN_ITS_ORGANIZATION,
  IN_ITS_PROJECTS,
  IN_ITS_THREADS,
  IN_ITS_VISITS,
  INVITED_IN_DELIVERY,
  INVITED_IN_EVENT,
  ITS_ANNOTATIONS,
} from './personal-conditions.ts';
import { namedIn, OF_ACCOUNT, ofAccount, type PersonalTable } from './personal-table.ts';

/** Removes the account from the mentions of texts. Locks the rows in the order of their ids. */
const endMentionsIn = (table: 'annotations' | 'comments'): string =>
  `UPDATE ${table} t SET mentions = array_remove(t.mentions, person.id) FROM person WHERE t.id IN (
     SELECT x.id FROM ${table} x, person p WHERE x.mentions @> ARRAY[p.id] AND x.mentions <> '{}'
      ORDER BY x.id FOR UPDATE OF x)`;
/** Address in the filter of a view in place of an erased one; no annotation has it. */
const ERASED_ADDRESS = 'erased@erased.invalid';

/**
 * Every table with personal data. Statements run in this order, in one transaction: rows by which
 * others are found come last. A test compares the list with the database.
 */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  {
    table: 'collected_batches',
    exported: ['session_id', 'url', 'user_agent', 'received_at', 'events'],
    rows: `collected_batches t WHERE ${IN_ITS_VISITS}`,
    erase: [`DELETE FROM collected_batches t WHERE ${IN_ITS_VISITS}`],
  },
  {
    table: 'collected_uncounted',
    exported: [],
    omitted: ['session_id', 'url', 'counts', 'structure', 'changes'],
    erase: { stays: 'rows of collected_batches that are counted within seconds and deleted then' },
  },
  {
    table: 'page_changes',
    exported: [],
    omitted: ['session_id', 'changes'],
    erase: [`DELETE FROM page_changes t WHERE ${IN_ITS_VISITS}`],
  },
  {
    table: 'page_session_structures',
    exported: [],
    omitted: ['session_id', 'hash'],
    erase: [`DELETE FROM page_session_structures t WHERE ${IN_ITS_VISITS}`],
  },
  namedIn('annotation_history', ['annotation_id', 'actor_id', 'kind', 'before', 'after', 'created_at'], ['actor_id']),
  {
    // Before the texts, by whose authors the files are found.
    table: 'attachments',
    exported: ['annotation_id', 'comment_id', 'name', 'content_type', 'size', 'created_at'],
    omitted: ['object_key'],
    objectKey: 'object_key',
    file: `CASE WHEN t.object_key IS NOT NULL THEN 'attachments/' || t.id END`,
    rows: `attachments t, person WHERE ${attachedByPerson('t')}`,
    erase: [`DELETE FROM attachments t USING person WHERE ${attachedByPerson('t')}`],
  },
  {
    table: 'comments',
    exported: ['annotation_id', 'content', 'author_id', 'author_name', 'author_email', 'created_at'],
    omitted: ['mentions'],
    rows: `comments t, person WHERE ${writtenByPerson('t')} AND ${IN_ITS_THREADS}`,
    erase: [
      `UPDATE comments t SET author_id = NULL, author_name = NULL, author_email = NULL
         FROM person WHERE ${writtenByPerson('t')} AND ${IN_ITS_THREADS}`,
      endMentionsIn('comments'),
    ],
  },
  {
    table: 'visitor_tokens',
    exported: [],
    omitted: ['token_hash'],
    erase: [`DELETE FROM visitor_tokens WHERE annotation_id IN (${ITS_ANNOTATIONS})`],
  },
  {
    table: 'visitor_codes',
    exported: [],
    omitted: ['code_hash'],
    erase: [
      `DELETE FROM visitor_codes WHERE annotation_id IN (${ITS_ANNOTATIONS})`,
      `DELETE FROM visitor_notifications WHERE annotation_id IN (${ITS_ANNOTATIONS})`,
    ],
  },
  {
    table: 'visitor_mails',
    exported: [],
    omitted: ['held_for'],
    erase: [`DELETE FROM visitor_mails WHERE annotation_id IN (${ITS_ANNOTATIONS})`],
  },
  {
    // A visitor's count of this day stays, so that an erasure does not raise the limit.
    table: 'mailed_addresses',
    exported: [],
    omitted: ['address_hash'],
    erase: [
      `DELETE FROM mailed_addresses t USING person WHERE t.address_hash = ${addressHash('person.address')}
          AND (person.organization_id IS NULL OR t.confirmed_at IS NOT NULL OR t.day < (now() AT TIME ZONE 'UTC')::date)`,
    ],
  },
  {
    table: 'suppressed_addresses',
    exported: [],
    omitted: ['address_hash'],
    erase: { stays: 'hashes of addresses that get no mails, so that they still get none' },
  },
  {
    table: 'webhook_attempts',
    exported: [],
    omitted: ['response_body'],
    erase: [
      `UPDATE webhook_attempts SET response_body = NULL WHERE delivery_id IN (
         SELECT t.id FROM webhook_deliveries t, person WHERE ${INVITED_IN_DELIVERY})`,
    ],
  },
  {
    table: 'webhook_deliveries',
    exported: [],
    omitted: ['body'],
    erase: [
      `UPDATE webhook_deliveries t SET body = jsonb_set(t.body::jsonb, '{data,member,email}', 'null')::text
         FROM person WHERE ${INVITED_IN_DELIVERY}`,
      ...namelessDeliveries,
    ],
  },
  {
    table: 'annotations',
    exported: [
      ...['project_id', 'number', 'content', 'url', 'metadata', 'author_id', 'author_name', 'author_email'],
      ...['created_at', 'deleted_at'],
    ],
    omitted: ['assignee_id', 'mentions', 'picture_key'],
    file: 't.picture_key',
    objectKey: 'picture_key',
    rows: `annotations t, person WHERE ${writtenByPerson('t')} AND ${IN_ITS_PROJECTS}`,
    erase: [
      `UPDATE annotations t SET author_id = NULL, author_name = NULL, author_email = NULL, picture_key = NULL,
           metadata = coalesce(
           (SELECT jsonb_object_agg(key, value) FROM jsonb_each(t.metadata) WHERE key IN (${ELEMENT_METADATA})), '{}')
         FROM person WHERE ${writtenByPerson('t')} AND ${IN_ITS_PROJECTS}`,
      endMentionsIn('annotations'),
    ],
  },
  {
    table: 'annotation_search',
    exported: [],
    omitted: ['members', 'outsiders'],
    erase: { stays: 'words of annotations and replies; triggers remove those of erased names and addresses' },
  },
  {
    table: 'events',
    exported: ['type', 'data', 'created_at'],
    omitted: ['actor_id'],
    rows: `events t, person WHERE ${INVITED_IN_EVENT}`,
    erase: [
      `UPDATE events t SET data = jsonb_set(t.data::jsonb, '{member,email}', 'null')::text
         FROM person WHERE ${INVITED_IN_EVENT}`,
      'UPDATE events t SET actor_id = NULL FROM person WHERE t.actor_id = person.id',
    ],
  },
  {
    table: 'idempotency_keys',
    exported: [],
    omitted: ['caller', 'response'],
    erase: [
      `DELETE FROM idempotency_keys t USING person WHERE t.caller = 'user:' || person.id
          OR strpos(lower(t.response), person.address) > 0 AND (person.organization_id IS NULL
             OR t.caller IN (SELECT 'project:' || id FROM its_projects)
             OR t.caller IN (SELECT 'visitor:' || a.id FROM annotations a WHERE a.project_id IN (SELECT id FROM its_projects))
             OR t.caller IN (SELECT 'user:' || m.user_id FROM memberships m WHERE m.organization_id = person.organization_id))`,
    ],
  },
  {
    table: 'invitations',
    exported: ['organization_id', 'email', 'role', 'created_at', 'expires_at'],
    omitted: ['token_hash', 'invited_by_id'],
    rows: `invitations t, person WHERE t.email = person.address AND ${IN_ITS_ORGANIZATION}`,
    erase: [`DELETE FROM invitations t USING person WHERE t.email = person.address AND ${IN_ITS_ORGANIZATION}`],
  },
  {
    table: 'queued_mails',
    exported: ['recipient', 'subject', 'text', 'created_at'],
    omitted: ['html'],
    rows: `queued_mails t, person WHERE lower(t.recipient) IN (person.login, person.address) AND ${IN_ITS_ORGANIZATION}`,
    erase: [
      `DELETE FROM queued_mails t USING person
        WHERE lower(t.recipient) IN (person.login, person.address) AND ${IN_ITS_ORGANIZATION}`,
    ],
  },
  {
    // The log of the installation, not of an organization: a visitor's mails expire in 30 days.
    table: 'sent_mails',
    exported: ['recipient', 'subject', 'error', 'created_at'],
    rows: 'sent_mails t, person WHERE lower(t.recipient) = person.login',
    erase: [
      `DELETE FROM sent_mails t USING person WHERE lower(t.recipient) = person.login OR lower(t.recipient) IN (
         SELECT e.changes #>> '{email,before}' FROM audit_entries e
          WHERE e.actor_id = person.id AND e.action = 'member_email_changed')`,
      // Mails to others name the person. Longer words that contain the name stay.
      `UPDATE sent_mails t SET subject = regexp_replace(t.subject, own.name, 'erased', 'g')
         FROM (SELECT '\\m' || regexp_replace(u.name, '[^[:alnum:][:space:]]', '.', 'g') || '\\M' AS name
                 FROM person JOIN users u ON u.id = person.id WHERE u.name ~ '^[[:alnum:]].*[[:alnum:]]$') AS own
        WHERE t.subject ~ own.name`,
    ],
  },
  {
    table: 'audit_entries',
    exported: ['action', 'actor_id', 'target_type', 'target_name', 'changes', 'ip', 'user_agent', 'created_at'],
    omitted: ['target_id'],
    rows: 'audit_entries t, person WHERE t.actor_id = person.id',
    erase: [
      `UPDATE audit_entries t SET target_name = 'erased', changes = t.changes - 'email',
           target_id = CASE t.target_type WHEN 'visitor' THEN 'erased' ELSE t.target_id END
         FROM person WHERE ${AUDIT_TARGET}`,
      `UPDATE audit_entries t SET actor_id = NULL, ip = 'erased', user_agent = NULL
         FROM person WHERE t.actor_id = person.id`,
    ],
  },
  namedIn('deployments', ['project_id', 'commit', 'branch', 'url', 'author_id', 'created_at'], ['author_id']),
  namedIn(
    'deployment_reviews',
    ['deployment_id', 'decision', 'author_id', 'created_at', 'undone_by_id', 'undone_at'],
    ['author_id', 'undone_by_id'],
  ),
  namedIn('ignore_rules', ['project_id', 'selector', 'reason', 'author_id', 'created_at'], ['author_id']),
  namedIn('guards', ['annotation_id', 'reason', 'ended_by_id', 'ended_at'], ['ended_by_id']),
  namedIn('baselines', ['snapshot_id', 'accepted_by_id', 'accepted_at'], ['accepted_by_id']),
  {
    table: 'invoices',
    exported: ['number', 'customer_name', 'customer_email', 'created_at'],
    rows: 'invoices t, person WHERE lower(t.customer_email) = person.login',
    erase: { stays: 'laws on accounting require to keep invoices' },
  },
  ofAccount('sessions', ['user_id', 'user_agent', 'ip', 'created_at', 'last_used_at']),
  ofAccount('panel_sessions', ['user_id', 'project_id', 'origin', 'created_at'], {
    omitted: ['challenge', 'code_hash', 'token_hash'],
  }),
  ofAccount('memberships', ['user_id', 'organization_id', 'role', 'created_at']),
  {
    // The account's own views are deleted with it; those of others may filter by its address.
    table: 'annotation_views',
    exported: ['user_id', 'organization_id', 'name', 'filter', 'created_at'],
    rows: `annotation_views t, person WHERE ${OF_ACCOUNT}`,
    erase: [
      `UPDATE annotation_views t SET filter = jsonb_set(t.filter, '{visitorEmail}', '"${ERASED_ADDRESS}"')
         FROM person WHERE lower(t.filter->>'visitorEmail') = person.address AND ${IN_ITS_ORGANIZATION}`,
    ],
  },
  ofAccount(
    'access_tokens',
    [
      'user_id',
      'name',
      'prefix',
      'actions',
      'created_at',
      'last_used_network',
      'last_used_client',
      'client_id',
      'redirect_host',
    ],
    { omitted: ['token_hash', 'created_by_id', 'pipeline'] },
  ),
  ofAccount('email_verifications', ['user_id', 'email', 'created_at'], { omitted: ['token_hash'] }),
  ofAccount('oidc_identities', ['user_id', 'issuer', 'subject', 'created_at', 'last_used_at']),
  { table: 'refresh_tokens', exported: [], omitted: ['user_id', 'token_hash'], erase: 'account' },
  { table: 'password_resets', exported: [], omitted: ['user_id', 'token_hash'], erase: 'account' },
  {
    // The account's own notifications are deleted with its memberships.
    table: 'notifications',
    exported: [],
    omitted: ['actor_id'],
    erase: ['UPDATE notifications t SET actor_id = NULL FROM person WHERE t.actor_id = person.id'],
  },
  ofAccount(
    'notification_settings',
    ['channels', 'mails', 'time_zone', 'digest_hour', 'digest_weekday', 'bounced_email', 'bounced_at'],
    { key: 'user_id' },
  ),
  ofAccount('project_notification_settings', ['user_id', 'channels'], { key: 'project_id' }),
  { table: 'demos', exported: [], omitted: ['user_id', 'password', 'history_steps'], erase: 'account' },
  { table: 'unassignments', exported: [], omitted: ['user_id', 'actor_id'], erase: 'account' },
  {
    table: 'users',
    exported: ['email', 'name', 'email_verified_at', 'administrator_since', 'created_at'],
    omitted: ['password_hash'],
    rows: 'users t, person WHERE t.id = person.id',
    erase: ['DELETE FROM users t USING person WHERE t.id = person.id'],
  },
];
