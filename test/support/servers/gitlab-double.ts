import { createHmac, randomUUID } from 'node:crypto';
import type { ProviderCall, ProviderResponse } from './provider-double.ts';
import type { Tracker, TrackerChange, TrackerComment, TrackerIssue, TrackerKind } from './tracker-double.ts';

const TOKEN = 'glpat-double-0123456789';
const PROJECT = 'acme/web/shop';
const PREFIX = `/api/v4/projects/${encodeURIComponent(PROJECT)}`;

const failure = (status: number, message: unknown): ProviderResponse => ({ status, body: { message } });

const issueJson = ({ id, number, title, text, state, createdAt, updatedAt }: TrackerIssue) => ({
  id,
  iid: number,
  title,
  description: text,
  state: state === 'closed' ? 'closed' : 'opened',
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  web_url: `https://gitlab.com/${PROJECT}/-/issues/${number}`,
});

const noteJson = ({ id, text, author, at }: TrackerComment) => ({
  id,
  body: text,
  author: { name: author },
  system: false,
  created_at: at.toISOString(),
});

/** GitLab runs a line that begins with a slash, outside of code, as a quick action. */
const isCommand = (text: string) => /^\s{0,3}\/[a-z]/m.test(text);

/** Lists the projects whose member the token's user is, at most 100 per page. */
function projects({ query }: ProviderCall, { otherTargets }: Tracker): ProviderResponse {
  if (query.get('membership') !== 'true') return failure(400, 'lists every public project');
  const text = (query.get('search') ?? '').toLowerCase();
  const size = Math.min(100, Number(query.get('per_page') ?? 20));
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  const all = [PROJECT, ...otherTargets.map((key) => `acme/${key}`)].map((path_with_namespace) => {
    const parts = path_with_namespace.split('/');
    const [name = ''] = parts.slice(-1);
    return { path_with_namespace, name, visibility: 'private', namespace: { full_path: parts.slice(0, -1).join('/') } };
  });
  const found = all.filter(({ path_with_namespace }) => path_with_namespace.toLowerCase().includes(text));
  return { status: 200, body: found.slice(start, start + size) };
}

function response(call: ProviderCall, tracker: Tracker): ProviderResponse {
  const { method, path, query, headers, json } = call;
  if (headers.authorization !== `Bearer ${TOKEN}`) return failure(401, '401 Unauthorized');
  if (path === '/api/v4/projects') return projects(call, tracker);
  if (!path.startsWith(PREFIX) || tracker.isTargetDeleted) return failure(404, '404 Project Not Found');
  const rest = path.slice(PREFIX.length);
  if (rest === '') return { status: 200, body: { id: 1, path_with_namespace: PROJECT, issues_enabled: true } };
  if (rest === '/issues' && method === 'GET') {
    const search = query.get('search') ?? '';
    const after = Date.parse(query.get('created_after') ?? '1970-01-01');
    const found = tracker.issues.filter(({ text, createdAt }) => text.includes(search) && +createdAt >= after);
    return { status: 200, body: found.map(issueJson) };
  }
  if (rest === '/issues') {
    if (!json.title) return failure(400, { title: ["can't be blank"] });
    if (isCommand(json.description)) return failure(400, 'the description contains a quick action');
    return { status: 201, body: issueJson(tracker.create({ title: json.title, text: json.description })) };
  }
  const [, iid, part] = /^\/issues\/(\d+)(\/notes)?$/.exec(rest) ?? [];
  const issue = tracker.issues.find(({ number, deleted }) => number === Number(iid) && !deleted);
  if (!issue) return failure(404, '404 Not found');
  if (part && method === 'GET') return { status: 200, body: issue.comments.toReversed().map(noteJson) };
  if (part && isCommand(json.body)) return failure(400, 'the note contains a quick action');
  if (part) return { status: 201, body: noteJson(tracker.comment(issue, json.body)) };
  if (method === 'GET') return { status: 200, body: issueJson(issue) };
  if (!['close', 'reopen'].includes(json.state_event)) return failure(400, 'state_event does not have a valid value');
  tracker.move(issue, json.state_event === 'close' ? 'closed' : 'open');
  return { status: 200, body: issueJson(issue) };
}

function hookFor(change: TrackerChange, secret: string) {
  const { kind, issue, by } = change;
  const common = { user: { name: by, username: by.toLowerCase() }, project: { path_with_namespace: PROJECT } };
  const action = { created: 'open', moved: issue.state === 'closed' ? 'close' : 'reopen', commented: '' }[kind];
  const event =
    kind === 'commented'
      ? {
          object_kind: 'note',
          object_attributes: {
            id: change.comment.id,
            note: change.comment.text,
            noteable_type: 'Issue',
            action: 'create',
            system: false,
            internal: false,
          },
          issue: issueJson(issue),
        }
      : { object_kind: 'issue', object_attributes: { ...issueJson(issue), action } };
  const body = JSON.stringify({ ...event, ...common });
  const name = kind === 'commented' ? 'Note Hook' : 'Issue Hook';
  return { body, headers: { 'x-gitlab-event': name, ...signed(body, secret) } };
}

/** Signs with a signing token according to Standard Webhooks; sends a secret token unchanged. */
function signed(body: string, secret: string): Record<string, string> {
  if (!secret.startsWith('whsec_')) return { 'x-gitlab-token': secret };
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/**
 * GitLab as described in docs.gitlab.com: /api/issues, /api/notes and
 * /user/project/integrations/webhooks.
 */
export const GITLAB: TrackerKind = {
  provider: 'gitlab',
  hasStartedState: false,
  settings: { repository: PROJECT, token: TOKEN },
  targetSetting: 'repository',
  targetValue: (key) => `acme/${key}`,
  respond: response,
  createHook: hookFor,
  isCreate: ({ method, path }) => method === 'POST' && path.endsWith('/issues'),
  isComment: ({ method, path }) => method === 'POST' && path.endsWith('/notes'),
  isMove: ({ method }) => method === 'PUT',
  rateLimited: (seconds) => ({ status: 429, body: 'Retry later\n', headers: { 'retry-after': String(seconds) } }),
};
