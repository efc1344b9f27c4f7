import { createHmac, randomUUID } from 'node:crypto';
import type { ProviderCall, ProviderResponse } from './provider-double.ts';
import type { Tracker, TrackerChange, TrackerComment, TrackerIssue, TrackerKind } from './tracker-double.ts';

const TOKEN = 'github_pat_double_0123456789';
const REPOSITORY = 'acme/web.shop';

/** Whole seconds, the format of GitHub. */
const time = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z');

const failure = (status: number, message: string): ProviderResponse => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
});

const issueJson = ({ id, number, title, text, state, createdAt, updatedAt }: TrackerIssue) => ({
  id,
  number,
  title,
  body: text,
  state: state === 'closed' ? 'closed' : 'open',
  html_url: `https://github.com/${REPOSITORY}/issues/${number}`,
  created_at: time(createdAt),
  updated_at: time(updatedAt),
});

const commentJson = ({ id, text, author, at }: TrackerComment) => ({
  id,
  body: text,
  user: { login: author },
  created_at: time(at),
  updated_at: time(at),
});

/** `since` filters by the last change. */
function page({ query }: ProviderCall, all: { updated_at: string }[]): ProviderResponse {
  const size = Number(query.get('per_page') ?? 30);
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  const since = Date.parse(query.get('since') ?? '1970-01-01');
  const listed = all.filter(({ updated_at }) => Date.parse(updated_at) >= since);
  return { status: 200, body: listed.slice(start, start + size) };
}

/** Lists the repositories of the token, at most 100 per page. One is archived. */
function repositories({ query }: ProviderCall, { otherTargets }: Tracker): ProviderResponse {
  const size = Math.min(100, Number(query.get('per_page') ?? 30));
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  const all = [REPOSITORY, 'acme/archived', ...otherTargets.map((key) => `acme/${key}`)].map((full_name) => ({
    full_name,
    name: full_name.slice('acme/'.length),
    owner: { login: 'acme' },
    private: full_name === REPOSITORY,
    has_issues: true,
    archived: full_name === 'acme/archived',
  }));
  return { status: 200, body: all.slice(start, start + size) };
}

function response(call: ProviderCall, tracker: Tracker): ProviderResponse {
  const { method, path, headers, json } = call;
  if (!headers['user-agent']) return failure(403, 'Request forbidden by administrative rules.');
  if (headers.authorization !== `Bearer ${TOKEN}`) return failure(401, 'Bad credentials');
  if (path === '/user/repos') return repositories(call, tracker);
  const [, found, rest = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? [];
  if (found !== REPOSITORY || tracker.isTargetDeleted) return failure(404, 'Not Found');
  if (rest === '') return { status: 200, body: { full_name: REPOSITORY, has_issues: true, archived: false } };
  if (rest === '/issues') {
    if (method === 'GET') return page(call, tracker.issues.toReversed().map(issueJson));
    if (!json.title) return failure(422, 'Validation Failed');
    return { status: 201, body: issueJson(tracker.create({ title: json.title, text: json.body ?? '' })) };
  }
  const [, number, part] = /^\/issues\/(\d+)(\/comments)?$/.exec(rest) ?? [];
  const issue = tracker.issues.find((known) => known.number === Number(number));
  if (!issue) return failure(404, 'Not Found');
  if (issue.deleted) return failure(410, 'This issue was deleted');
  if (part && method === 'POST') return { status: 201, body: commentJson(tracker.comment(issue, json.body)) };
  if (part) return page(call, issue.comments.map(commentJson));
  if (method === 'GET') return { status: 200, body: issueJson(issue) };
  if (!['open', 'closed'].includes(json.state)) return failure(422, 'Validation Failed');
  tracker.move(issue, json.state);
  return { status: 200, body: issueJson(issue) };
}

function hookFor(change: TrackerChange, secret: string) {
  const [event, action] = eventOf(change);
  const body = JSON.stringify({
    action,
    issue: issueJson(change.issue),
    ...(change.kind === 'commented' && { comment: commentJson(change.comment) }),
    repository: { full_name: REPOSITORY },
    sender: { login: change.by },
  });
  return {
    body,
    headers: {
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  };
}

function eventOf({ kind, issue }: TrackerChange): [event: string, action: string] {
  if (kind === 'commented') return ['issue_comment', 'created'];
  if (kind === 'created') return ['issues', 'opened'];
  return ['issues', issue.state === 'closed' ? 'closed' : 'reopened'];
}

/** GitHub as described in docs.github.com/rest/issues and docs.github.com/webhooks. */
export const GITHUB: TrackerKind = {
  provider: 'github',
  hasStartedState: false,
  settings: { repository: REPOSITORY, token: TOKEN },
  targetSetting: 'repository',
  targetValue: (key) => `acme/${key}`,
  respond: response,
  createHook: hookFor,
  isCreate: ({ method, path }) => method === 'POST' && path.endsWith('/issues'),
  isComment: ({ method, path }) => method === 'POST' && path.endsWith('/comments'),
  isMove: ({ method }) => method === 'PATCH',
  rateLimited: (seconds) => ({
    status: 403,
    body: { message: 'API rate limit exceeded for user ID 1.' },
    headers: {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000 + seconds)),
    },
  }),
};
