import type { AnnotationStatus } from '../../../generated/prisma/client.ts';
import type { JsonObject } from '../../platform/input/json-object.ts';
import { withAuthor, withSite } from './repair-cells.ts';

const MEMBERS = ['content', 'url', 'x', 'y', 'status', 'name', 'email', 'createdAt', 'metadata', 'externalId'] as const;

/** Paths of each member in a tool's export; the first one with a value is used. */
type Paths = Record<(typeof MEMBERS)[number], string[]>;

interface Preset extends Paths {
  /** Status names by their numeric ids. */
  statusIds?: ReadonlyMap<unknown, string>;
}

/** This API's names and common names of spreadsheet columns. */
const PLAIN: Preset = {
  content: ['content', 'text', 'comment', 'description'],
  url: ['url', 'page', 'pageUrl'],
  x: ['position_x', 'x'],
  y: ['position_y', 'y'],
  status: ['status'],
  name: ['author.name', 'author', 'name'],
  email: ['author.email', 'email'],
  createdAt: ['createdAt', 'created_at', 'date'],
  metadata: ['metadata'],
  externalId: ['externalId', 'external_id', 'id'],
};

/** Names of a tool's export. The plain names apply to what these do not find. */
const preset = ({ statusIds, ...own }: Partial<Preset>): Preset => ({
  ...(Object.fromEntries(
    MEMBERS.map((member) => [member, [...new Set([...(own[member] ?? []), ...PLAIN[member]])]]),
  ) as Paths),
  statusIds,
});

const PRESETS: Record<string, Preset> = {
  bugherd: preset({
    content: ['description'],
    x: ['selector_info.x'],
    y: ['selector_info.y'],
    status: ['status', 'status_id'],
    // Columns that a project added have other ids and count as open.
    statusIds: new Map([
      [2, 'doing'],
      [4, 'done'],
      [5, 'closed'],
    ]),
    name: ['requester.display_name', 'requester_name'],
    email: ['requester.email', 'requester_email'],
    createdAt: ['created_at'],
    externalId: ['id', 'local_task_id'],
  }),
  'marker.io': preset({
    content: ['description', ...PLAIN.content, 'title'],
    url: ['pageUrl', 'url', 'context.url'],
    name: ['reporter.name', 'reporter'],
    email: ['reporter.email'],
    externalId: ['issueId', 'id'],
  }),
  userback: preset({
    content: [...PLAIN.content, 'title'],
    // If there is a page, `url` is the address of the feedback at Userback.
    url: ['pageUrl', 'page_url', 'page', 'url'],
    status: ['workflow.name', 'workflow', 'status'],
    createdAt: ['created', 'createdAt', 'date'],
    externalId: ['id', 'feedbackId'],
  }),
};

/** Other tools' names of statuses; any other name is a custom column and counts as open. */
const STATUS_PATTERNS: [AnnotationStatus, RegExp][] = [
  ['resolved', /^(resolved|done|closed|complete|completed|fixed|archived?)$/],
  ['in_progress', /^(in[ _-]?progress|doing|started|in[ _-]?review|testing)$/],
];

/** A comment with the members of this API. */
interface MappedComment {
  members: JsonObject;
  /** By member, the path at which it was found in the export. */
  names: Record<string, string>;
}

/**
 * Maps a comment of an export. Does not validate its values.
 *
 * @param source lower-case; an unknown one uses the plain names
 */
export function mapComment(source: string, item: JsonObject): MappedComment {
  const known = Object.hasOwn(PRESETS, source) ? PRESETS[source] : undefined;
  const preset = known ?? PLAIN;
  const found = MEMBERS.map((member) => ({ member, ...valuesAt(item, preset[member])[0] }));
  const members: JsonObject = Object.fromEntries(found.map(({ member, value }) => [member, value]));
  return {
    members: {
      ...members,
      ...withAuthor(members),
      url: withSite(members.url, valuesAt(item, ['site'])[0]?.value),
      status: known ? statusOf(known.statusIds?.get(members.status) ?? members.status) : members.status,
    },
    names: Object.fromEntries(found.flatMap(({ member, path }) => (path ? [[member, path]] : []))),
  };
}

/** Collects the values at the paths that are not empty, with their names in the export. */
function valuesAt(item: JsonObject, paths: string[]): { path: string; value: unknown }[] {
  return paths.flatMap((path) => {
    let value: unknown = item;
    const found: string[] = [];
    for (const name of path.split('.')) {
      const own = typeof value === 'object' && value !== null ? nameIn(value, name) : undefined;
      value = own === undefined ? null : Reflect.get(value as object, own);
      found.push(own ?? name);
    }
    const isLeaf = typeof value !== 'object' || path === 'metadata';
    return value !== null && value !== '' && isLeaf ? [{ path: found.join('.'), value }] : [];
  });
}

/** The member of this name, else the one that people write so: `Created at`, `E-mail`. */
function nameIn(item: object, name: string): string | undefined {
  if (Object.hasOwn(item, name)) return name;
  const folded = foldedNames.get(item) ?? new Map(Object.keys(item).map((own) => [foldName(own), own]));
  foldedNames.set(item, folded);
  return folded.get(foldName(name));
}

const foldedNames = new WeakMap<object, Map<string, string>>();
const foldName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

const statusOf = (status: unknown): AnnotationStatus =>
  STATUS_PATTERNS.find(([, pattern]) => pattern.test(String(status).trim().toLowerCase()))?.[0] ?? 'open';
