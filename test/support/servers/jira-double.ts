import { createHmac } from 'node:crypto';
import type { ProviderCall, ProviderResponse } from './provider-double.ts';
import type {
  Tracker,
  TrackerChange,
  TrackerComment,
  TrackerIssue,
  TrackerKind,
  TrackerState,
} from './tracker-double.ts';

const EMAIL = 'bot@example.com';
const TOKEN = 'ATATT3xFfGF0-double-0123456789';
const BASIC = `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString('base64')}`;
const PROJECT = 'SHOP';

const failure = (status: number, message: string): ProviderResponse => ({
  status,
  body: { errorMessages: [message], errors: {} },
});

/** Status names belong to the project, category keys to Jira. */
const STATUSES: Record<TrackerState, { name: string; key: string; transition: string }> = {
  open: { name: 'Backlog', key: 'new', transition: '11' },
  started: { name: 'Doing', key: 'indeterminate', transition: '21' },
  closed: { name: 'Shipped', key: 'done', transition: '31' },
};
const statusJson = (state: TrackerState) => ({
  name: STATUSES[state].name,
  statusCategory: { key: STATUSES[state].key },
});
const TRANSITIONS = Object.entries(STATUSES).map(([state, { transition }]) => ({
  id: transition,
  name: `Move to ${state}`,
  to: statusJson(state as TrackerState),
}));

const keyOf = ({ number }: TrackerIssue) => `${PROJECT}-${number}`;
const issueJson = (issue: TrackerIssue) => ({
  id: String(issue.id),
  key: keyOf(issue),
  fields: {
    summary: issue.title,
    description: issue.text,
    labels: issue.labels,
    status: statusJson(issue.state),
  },
});
const commentJson = ({ id, text, author, at }: TrackerComment) => ({
  id: String(id),
  body: text,
  author: { displayName: author },
  created: at.toISOString(),
  jsdPublic: true,
});

const ISSUE_TYPES = [
  { id: '10001', name: 'Task', subtask: false },
  { id: '10002', name: 'Subtask', subtask: true },
];

interface CreateField {
  fieldId: string;
  name: string;
  required: boolean;
  hasDefaultValue: boolean;
  schema: { type: string; items?: string };
  allowedValues?: { id: string; value?: string; name?: string }[];
}

const required = (fieldId: string, schema: CreateField['schema']): CreateField => ({
  fieldId,
  name: startCase(fieldId),
  required: true,
  hasDefaultValue: false,
  schema,
});
const startCase = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();

const PLAIN_FIELDS: [CreateField, ...CreateField[]] = [
  required('summary', { type: 'string' }),
  { ...required('description', { type: 'string' }), required: false },
  { ...required('labels', { type: 'array', items: 'string' }), required: false },
];

/** Project whose issues need more than other projects' ones. */
const STRICT_PROJECT = 'STRICT';
const STRICT_FIELDS: CreateField[] = [
  ...PLAIN_FIELDS,
  { fieldId: 'priority', name: 'Priority', required: true, hasDefaultValue: true, schema: { type: 'priority' } },
  {
    fieldId: 'customfield_10010',
    name: 'Team',
    required: true,
    hasDefaultValue: false,
    schema: { type: 'option' },
    allowedValues: [
      { id: '1', value: 'Web' },
      { id: '2', value: 'Shop' },
    ],
  },
  {
    fieldId: 'components',
    name: 'Components',
    required: true,
    hasDefaultValue: false,
    schema: { type: 'array' },
    allowedValues: [{ id: '3', name: 'Checkout' }],
  },
  { fieldId: 'customfield_10011', name: 'Points', required: true, hasDefaultValue: false, schema: { type: 'number' } },
  { fieldId: 'duedate', name: 'Due date', required: false, hasDefaultValue: false, schema: { type: 'date' } },
];

const needsValue = ({ required, hasDefaultValue }: (typeof STRICT_FIELDS)[number]) => required && !hasDefaultValue;

/** Fields of each project's create screen. */
const FIELDS: Record<string, CreateField[]> = {
  [PROJECT]: PLAIN_FIELDS,
  [STRICT_PROJECT]: STRICT_FIELDS,
  TYPES: [
    ...PLAIN_FIELDS,
    required('customfield_1', { type: 'date' }),
    required('customfield_2', { type: 'datetime' }),
    required('customfield_3', { type: 'user' }),
    required('customfield_4', { type: 'array', items: 'user' }),
    required('customfield_5', { type: 'option-with-child' }),
    required('parent', { type: 'issuelink' }),
    required('customfield_6', { type: 'array', items: 'string' }),
    { ...required('versions', { type: 'array', items: 'version' }), allowedValues: [{ id: '7', name: '2.0' }] },
    { ...required('security', { type: 'securitylevel' }), allowedValues: [{ id: '8' }] },
  ],
  EMPTY: [
    ...PLAIN_FIELDS,
    required('priority', { type: 'priority' }),
    required('components', { type: 'array', items: 'component' }),
    required('fixVersions', { type: 'array', items: 'version' }),
    required('timetracking', { type: 'timetracking' }),
    required('customfield_1', { type: 'option' }),
    required('customfield_2', { type: 'project' }),
    required('customfield_3', { type: 'array', items: 'option' }),
    required('customfield_4', { type: 'any' }),
  ],
  FILES: [
    ...PLAIN_FIELDS,
    required('attachment', { type: 'array', items: 'attachment' }),
    required('customfield_1', { type: 'string' }),
  ],
  BARE: [PLAIN_FIELDS[0], required('issuetype', { type: 'issuetype' })],
  MANY: [
    ...Array.from({ length: 120 }, (_, n) => ({
      ...required(`customfield_${n}`, { type: 'string' }),
      required: false,
    })),
    ...PLAIN_FIELDS,
    required('customfield_999', { type: 'string' }),
  ],
};

/** Lists issue types, or the fields of one, as the create screen of a project has them. */
function createMeta({ path, query }: ProviderCall): ProviderResponse | undefined {
  const [, key, type] = /\/issue\/createmeta\/([A-Z]+)\/issuetypes(?:\/(\d+))?$/.exec(path) ?? [];
  if (!key) return undefined;
  // As for an account without the permission to create issues.
  const types = key === 'READONLY' ? [] : ISSUE_TYPES;
  const all: unknown[] = type ? (FIELDS[key] ?? []) : types;
  const startAt = Number(query.get('startAt') ?? 0);
  const items = all.slice(startAt, startAt + 50);
  return {
    status: 200,
    body: { startAt, maxResults: 50, total: all.length, [type ? 'fields' : 'issueTypes']: items },
  };
}

/** Searches the projects of Cloud, at most 50 per page. */
function projects({ query }: ProviderCall, { otherTargets }: Tracker): ProviderResponse {
  const text = (query.get('query') ?? '').toLowerCase();
  const start = Number(query.get('startAt') ?? 0);
  const size = Math.min(50, Number(query.get('maxResults') ?? 50));
  const all = [
    { key: PROJECT, name: 'Web shop' },
    ...otherTargets.map((key) => ({ key, name: `Project ${key}` })),
  ].filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(text));
  const expanded = query.get('expand') === 'issueTypes' ? { issueTypes: ISSUE_TYPES } : {};
  const values = all.slice(start, start + size).map((project) => ({ ...project, ...expanded }));
  const isLast = start + size >= all.length;
  return { status: 200, body: { startAt: start, maxResults: size, total: all.length, isLast, values } };
}

function response(call: ProviderCall, tracker: Tracker): ProviderResponse {
  const { method, path, headers, json } = call;
  if (headers.authorization !== BASIC) return failure(401, 'Client must be authenticated to access this resource.');
  const [, rest = ''] = /^\/rest\/api\/2(\/.*)$/.exec(path) ?? [];
  if (rest === `/project/${PROJECT}` && !tracker.isTargetDeleted) {
    return { status: 200, body: { id: '1', key: PROJECT, name: 'Web shop', issueTypes: ISSUE_TYPES } };
  }
  const [, other] = /^\/project\/(STRICT|TYPES|EMPTY|FILES|BARE|MANY|READONLY)$/.exec(rest) ?? [];
  if (other) {
    return { status: 200, body: { id: '2', key: other, name: startCase(other), issueTypes: ISSUE_TYPES } };
  }
  const meta = createMeta(call);
  if (meta) return meta;
  if (rest === '/project/search') return projects(call, tracker);
  if (rest.startsWith('/project/')) return failure(404, `No project could be found with key '${PROJECT}'.`);
  if (rest === '/search/jql') {
    const label = /labels = "([^"]+)"/.exec(json.jql)?.[1] ?? '';
    const found = tracker.issues.filter(({ labels, deleted }) => labels.includes(label) && !deleted);
    return { status: 200, body: { issues: found.map(issueJson), isLast: true } };
  }
  if (rest === '/issue') return create(json.fields, tracker);
  const [, id, part = ''] = /^\/issue\/(\d+)(\/comment|\/transitions)?$/.exec(rest) ?? [];
  const issue = tracker.issues.find((known) => String(known.id) === id && !known.deleted);
  if (!issue || tracker.isTargetDeleted)
    return failure(404, 'Issue does not exist or you do not have permission to see it.');
  if (part === '/comment') {
    if (method === 'POST') return { status: 201, body: commentJson(tracker.comment(issue, json.body)) };
    return { status: 200, body: { comments: issue.comments.toReversed().map(commentJson) } };
  }
  if (part === '') return { status: 200, body: { ...issueJson(issue), transitions: TRANSITIONS } };
  const [state] = Object.entries(STATUSES).find(([, { transition }]) => transition === json.transition.id) ?? [];
  if (!state) return failure(400, 'The transition id is not valid for this issue.');
  tracker.move(issue, state as TrackerState);
  return { status: 204 };
}

// biome-ignore lint/suspicious/noExplicitAny: fields are the project's
function create(fields: any, tracker: Tracker): ProviderResponse {
  if (tracker.isTargetDeleted || ![PROJECT, STRICT_PROJECT].includes(fields.project.key)) {
    return { status: 400, body: { errorMessages: [], errors: { project: 'valid project is required' } } };
  }
  const { summary, description, labels, issuetype } = fields;
  if (issuetype.name !== 'Task' || !summary || /\n/.test(summary)) return failure(400, 'summary or issuetype is wrong');
  if (labels.some((label: string) => /\s/.test(label))) return failure(400, "The label can't contain spaces.");
  const missing = fields.project.key === STRICT_PROJECT ? STRICT_FIELDS.filter(needsValue).filter(isMissing) : [];
  if (missing.length > 0) {
    const errors = Object.fromEntries(missing.map(({ fieldId, name }) => [fieldId, `${name} is required.`]));
    return { status: 400, body: { errorMessages: [], errors } };
  }
  const issue = tracker.create({ title: summary, text: description, labels });
  return { status: 201, body: { id: String(issue.id), key: keyOf(issue), self: '' } };

  function isMissing({ fieldId }: { fieldId: string }): boolean {
    return fields[fieldId] === undefined;
  }
}

function hookFor(change: TrackerChange, secret: string) {
  const { kind, issue } = change;
  const webhookEvent = { created: 'jira:issue_created', moved: 'jira:issue_updated', commented: 'comment_created' };
  const body = JSON.stringify({
    timestamp: (kind === 'commented' ? change.comment.at : issue.updatedAt).getTime(),
    webhookEvent: webhookEvent[kind],
    issue: issueJson(issue),
    ...(kind === 'moved' && { changelog: { id: '1', items: [{ field: 'status', toString: 'Doing' }] } }),
    ...(kind === 'commented' && { comment: commentJson(change.comment) }),
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return {
    body,
    headers: { 'x-hub-signature': `sha256=${signature}`, 'x-atlassian-webhook-identifier': String(issue.id) },
  };
}

/** Jira Cloud as described in developer.atlassian.com/cloud/jira/platform: rest/v2 and webhooks. */
export const JIRA: TrackerKind = {
  provider: 'jira',
  hasStartedState: true,
  settings: { projectKey: PROJECT, email: EMAIL, token: TOKEN },
  targetSetting: 'projectKey',
  targetValue: (key) => key,
  respond: response,
  createHook: hookFor,
  isCreate: ({ method, path }) => method === 'POST' && path.endsWith('/issue'),
  isComment: ({ method, path }) => method === 'POST' && path.endsWith('/comment'),
  isMove: ({ path }) => path.endsWith('/transitions'),
  rateLimited: (seconds) => ({ status: 429, body: {}, headers: { 'retry-after': String(seconds) } }),
};
