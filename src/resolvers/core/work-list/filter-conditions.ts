import { AppError } from '../../../errors.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import type { AddValue } from '../../platform/sql/fragment.ts';
import { snoozedThreads, unreadThreads, watchedThreads } from '../annotations/reader-threads.ts';
import { type Audience, visibleTo } from '../annotations/visibility.ts';
import type { AnnotationFilter } from './annotation-filter.ts';
import type { WorkListScope } from './work-list-scope.ts';

/** Resolution of an annotation `a`: the previous release neither sets nor clears it. */
export const RESOLUTION = `CASE WHEN a.status = 'resolved' THEN coalesce(a.resolution, 'fixed') END`;

/** Time of the last change of an annotation `a` that the audience can see. */
export const updatedAtOf = (audience: Audience): string =>
  audience === 'members' ? 'a.updated_at' : 'coalesce(a.public_updated_at, a.updated_at)';

/** Whether annotations of a former member are still being unassigned (unassign-member.ts). */
export const isUnassigning = (user: string, organization: string): string =>
  `EXISTS (SELECT FROM unassignments u WHERE u.user_id = ${user} AND u.organization_id = ${organization})`;

/**
 * Whether the annotation `a`, or a reply that the audience can read, mentions the user. The few
 * mentions are found by indexes, and the annotations by their ids.
 */
const mentions = (user: string, audience: Audience) => {
  const areUsers = (row: string) => `${row}.mentions @> ARRAY[${user}::uuid] AND ${row}.mentions <> '{}'`;
  return `a.id = ANY(ARRAY(
    SELECT id FROM annotations own WHERE ${areUsers('own')}
    UNION ALL SELECT annotation_id FROM comments c WHERE ${areUsers('c')} AND ${visibleTo(audience, 'c')}))`;
};

/** A number sign and ASCII digits; other text is searched for. */
const NUMBER = /^#(\d{1,9})$/;

/**
 * SQL conditions of a filter on annotations `a`.
 *
 * @throws FORBIDDEN for members that would tell outsiders what they cannot read
 */
export function filterConditions(
  filter: AnnotationFilter,
  { audience, organizationId, userId }: Pick<WorkListScope, 'audience' | 'organizationId' | 'userId'>,
  add: AddValue,
): string[] {
  assertReadable(filter, audience);
  const conditions: string[] = [];
  const when = <T>(value: T | null | undefined, condition: (value: T) => string) => {
    if (value != null) conditions.push(condition(value));
  };
  // An index on further columns is in order for one value only.
  const anyOf = (column: string, type: string) => (items: unknown[]) =>
    items.length === 1 ? `${column} = ${add(items[0])}::${type}` : `${column} = ANY(${add(items)}::${type}[])`;

  when(filter.text, (text) => textCondition(text.trim(), audience, add));
  when(filter.numbers, anyOf('a.number', 'int'));
  when(filter.projectIds, anyOf('a.project_id', 'uuid'));
  when(filter.statuses, anyOf('a.status', '"AnnotationStatus"'));
  when(filter.resolutions, anyOf(RESOLUTION, '"Resolution"'));
  if (filter.assigneeIds != null || filter.unassigned) {
    const pending = isUnassigning('a.assignee_id', `${add(organizationId)}::uuid`);
    // Not by equality, with which PostgreSQL expects nearly all of them to be pending.
    const assigned =
      filter.assigneeIds && `(a.assignee_id = ANY(${add(filter.assigneeIds)}::uuid[]) AND NOT ${pending})`;
    const unassigned = filter.unassigned && `(a.assignee_id IS NULL OR ${pending})`;
    conditions.push(`(${[assigned, unassigned].filter(Boolean).join(' OR ')})`);
  }
  if (filter.mentionsMe) conditions.push(mentions(add(userId), audience));
  if (filter.watchedByMe) conditions.push(`a.id IN (${watchedThreads(add(organizationId), add(userId))})`);
  if (filter.unread) conditions.push(`a.id IN (${unreadThreads(add(organizationId), add(userId))})`);
  if (filter.snoozed) conditions.push(`a.id = ANY(ARRAY(${snoozedThreads(add(organizationId), add(userId))}))`);
  when(filter.authorIds, anyOf('a.author_id', 'uuid'));
  when(filter.visitorEmail, (email) => {
    const value = add(email);
    return `(a.author_id IS NULL AND lower(a.author_email) = ${value} AND ${hasWholeWords(value)})`;
  });
  when(filter.source, (source) => `a.source = ${add(source)}::"AnnotationSource"`);
  when(filter.anchorStates, anyOf('a.anchor_state', '"AnchorState"'));
  when(filter.environmentIds, anyOf('a.environment_id', 'uuid'));
  when(filter.pages, (pages) => anyOf('a.url_key', 'text')(pages.map(normalizeUrl)));
  when(filter.labelIds, (ids) => {
    const labels = `${add(ids)}::uuid[]`;
    return `(a.label_ids && ${labels} AND a.project_id = ANY(ARRAY(SELECT project_id FROM labels WHERE id = ANY(${labels}))))`;
  });
  when(filter.priorities, anyOf('a.priority', '"Priority"'));
  when(filter.dueBefore, (day) => `coalesce(a.due_on, 'infinity') < ${add(day.toISOString().slice(0, 10))}::date`);
  when(filter.createdAfter, (time) => `a.created_at > ${add(time)}::timestamptz`);
  when(filter.createdBefore, (time) => `a.created_at < ${add(time)}::timestamptz`);
  when(filter.updatedAfter, (time) => `${updatedAtOf(audience)} > ${add(time)}::timestamptz`);
  when(filter.hasIssue, (has) => `a.external_issues ${has ? '<>' : '='} '[]'`);
  when(filter.fixedIn, (ids) => isFixedIn(add(ids)));
  when(filter.notFixedIn, (ids) => `NOT ${isFixedIn(add(ids))}`);
  return conditions;
}

/** Whether the element of `a` looks as accepted in an environment, and as reported in none. */
const isFixedIn = (environments: string): string =>
  `coalesce((SELECT bool_or(f.state = 'accepted') AND NOT bool_or(f.state = 'as_reported') FROM annotation_fixes f
     WHERE f.annotation_id = a.id AND f.environment_id = ANY(${environments}::uuid[])), false)`;

function textCondition(text: string, audience: Audience, add: AddValue): string {
  const [, number] = NUMBER.exec(text) ?? [];
  return number === undefined
    ? `EXISTS (SELECT FROM annotation_search s WHERE s.annotation_id = a.id AND ${hasWords(audience, add(text))})`
    : `a.number = ${add(Number(number))}::int`;
}

/** Whether a text is searched for as words. */
export const isOfWords = (text: string): boolean => !NUMBER.test(text.trim());

/** SQL condition: the words `s` of an annotation start with those of a text. */
export const hasWords = (vector: Audience, text: string): string => `s.${vector} @@ search_query(${text}::text)`;

/** SQL condition, by the index on words: the annotation `a` has all words of a text as they are. */
const hasWholeWords = (text: string): string =>
  `EXISTS (SELECT FROM annotation_search s WHERE s.annotation_id = a.id AND s.members @@ (
     SELECT string_agg(quote_literal(word), ' & ')::tsquery FROM unnest(tsvector_to_array(search_vector(${text}::text))) AS word))`;

function assertReadable({ visitorEmail, hasIssue }: AnnotationFilter, audience: Audience): void {
  if (audience === 'members' || (visitorEmail == null && hasIssue == null)) return;
  throw new AppError(
    'FORBIDDEN',
    'Your role is guest, and guests see neither addresses nor issues; omit visitorEmail and hasIssue from the filter',
  );
}
