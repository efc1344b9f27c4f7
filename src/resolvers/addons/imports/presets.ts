import type { AnnotationStatus } from '../../../generated/prisma/client.ts';
import type { JsonObject } from '../../platform/input/json-object.ts';

const MEMBERS = ['content', 'url', 'x', 'y', 'status', 'name', 'email', 'createdAt', 'metadata', 'externalId'] as const;

/** Where a tool's export has each member: the first path that leads to something counts. */
type Paths = Record<(typeof MEMBERS)[number], string[]>;

interface Preset extends Paths {
  /** The words of statuses that have numbers. */
  statusIds?: ReadonlyMap<unknown, string>;
}

/** Our own names, and those that a spreadsheet would have. */
const PLAIN: Preset = {
  content: ['content', 'text', 'comment', 'description'],
  url: ['url', 'page'],
  x: ['position_x', 'x'],
  y: ['position_y', 'y'],
  status: ['status'],
  name: ['author.name', 'author', 'name'],
  email: ['author.email', 'email'],
  createdAt: ['createdAt', 'created_at', 'date'],
  metadata: ['metadata'],
  externalId: ['externalId', 'external_id', 'id'],
};

const PRESETS: Record<string, Preset> = {
  bugherd: {
    ...PLAIN,
    content: ['description'],
    x: ['selector_info.x'],
    y: ['selector_info.y'],
    status: ['status', 'status_id'],
    // A column that a project has added has another number, and is open like any word of somebody's own.
    statusIds: new Map([
      [2, 'doing'],
      [4, 'done'],
      [5, 'closed'],
    ]),
    name: ['requester.display_name', 'requester_name'],
    email: ['requester.email', 'requester_email'],
    createdAt: ['created_at'],
    externalId: ['id', 'local_task_id'],
  },
  'marker.io': {
    ...PLAIN,
    content: ['description', 'title'],
    url: ['pageUrl', 'url', 'context.url'],
    name: ['reporter.name', 'reporter'],
    email: ['reporter.email'],
    externalId: ['issueId', 'id'],
  },
  userback: {
    ...PLAIN,
    content: [...PLAIN.content, 'title'],
    // Where there is a page, the url is that of the feedback at Userback.
    url: ['pageUrl', 'page_url', 'page', 'url'],
    status: ['workflow.name', 'workflow', 'status'],
    createdAt: ['created', 'createdAt', 'date'],
    externalId: ['id', 'feedbackId'],
  },
};

/** What other tools call where the work stands; any other word of theirs is a column of somebody's own, hence open. */
const STATUS_WORDS: [AnnotationStatus, RegExp][] = [
  ['resolved', /^(resolved|done|closed|complete|completed|fixed|archived?)$/],
  ['in_progress', /^(in[ _-]?progress|doing|started|in[ _-]?review|testing)$/],
];

/** A comment of an export, in our members. */
interface MappedComment {
  members: JsonObject;
  /** By member, the path in the export at which it was found. */
  names: Record<string, string>;
}

/**
 * What a comment holds is not checked here.
 * @param source lower-case; an unknown one takes the plain shape
 */
export function mapComment(source: string, item: JsonObject): MappedComment {
  const known = Object.hasOwn(PRESETS, source) ? PRESETS[source] : undefined;
  const preset = known ?? PLAIN;
  const found = MEMBERS.map((member) => ({ member, ...valuesAt(item, preset[member])[0] }));
  const members: JsonObject = Object.fromEntries(found.map(({ member, value }) => [member, value]));
  return {
    members: {
      ...members,
      url: known ? withSite(members.url, item.site) : members.url,
      status: known ? statusOf(known.statusIds?.get(members.status) ?? members.status) : members.status,
    },
    names: Object.fromEntries(found.flatMap(({ member, path }) => (path ? [[member, path]] : []))),
  };
}

/** What the paths lead to that is something. */
function valuesAt(item: JsonObject, paths: string[]): { path: string; value: unknown }[] {
  return paths.flatMap((path) => {
    let value: unknown = item;
    for (const name of path.split('.')) {
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : null;
    }
    const isLeaf = typeof value !== 'object' || path === 'metadata';
    return value !== null && value !== '' && isLeaf ? [{ path, value }] : [];
  });
}

/** Some tools split a page into its site and its path. */
const withSite = (url: unknown, site: unknown): unknown =>
  typeof url === 'string' && typeof site === 'string' && URL.canParse(url, site) ? new URL(url, site).href : url;

const statusOf = (status: unknown): AnnotationStatus =>
  STATUS_WORDS.find(([, words]) => words.test(String(status).trim().toLowerCase()))?.[0] ?? 'open';
