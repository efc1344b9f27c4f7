import { z } from 'zod';
import { type Call, isRedirect, type Judge, readJson, unlessAbsent, untilReset } from './api-client.ts';
import { isHubSignature } from './hmac.ts';
import { baseUrlInput, tokenInput } from './inputs.ts';
import { commentMarkdown, hiddenMarker, isMarked, issueMarkdown, issueTitle } from './issue-text.ts';
import type { ExternalIssue, Inbound, IssueState, Link, Provider, Tracker } from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'GitHub';
/** What is new since an attempt stands on the first of these, of so many items. */
const PAGES = 5;
const PER_PAGE = 30;

interface GithubSettings {
  baseUrl: string;
  repository: string;
}

const issueShape = z.object({
  id: z.number(),
  number: z.number(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  body: z.string().nullish(),
  updated_at: z.iso.datetime(),
  pull_request: z.unknown().optional(),
});
const commentShape = z.object({ id: z.number(), body: z.string().nullish() });
const repositoryShape = z.object({
  full_name: z.string(),
  has_issues: z.boolean(),
  archived: z.boolean().optional(),
});

const external = ({ id, number, html_url, state, updated_at }: z.infer<typeof issueShape>): ExternalIssue => ({
  id: String(id),
  key: `#${number}`,
  url: html_url,
  state,
  changedAt: new Date(updated_at),
});

/** GitHub says a limit with 403 as well as with 429, with or without a time. */
const judge: Judge = ({ status, headers, body }) => {
  if (status !== 403 && status !== 429) return undefined;
  if (headers['x-ratelimit-remaining'] === '0') {
    return { status: 429, pause: untilReset(headers['x-ratelimit-reset']) };
  }
  const isSecondary = headers['retry-after'] !== undefined || /secondary rate limit/i.test(body.toString('utf8'));
  return status === 429 || isSecondary ? { status: 429 } : undefined;
};

function connect({ settings, credentials, call }: Link<GithubSettings, { token: string }>): Tracker {
  const repository = `${settings.baseUrl}/repos/${settings.repository}`;
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${credentials.token}`,
    'x-github-api-version': '2022-11-28',
  };
  const request: Call = (given) =>
    call({ ...given, headers }).catch((error: unknown) => {
      // GitHub leads from old names to numbers, which nobody can give.
      if (!(error instanceof ProviderError && isRedirect(error.status))) throw error;
      const message = `${LABEL} answered ${error.status}: what ${settings.repository} names has moved; give the new name as repository`;
      throw new ProviderError(error.failure, message, error.status);
    });
  const pathOf = ({ key }: ExternalIssue) => `${repository}/issues/${key.slice(1)}`;

  /** Reads pages until one holds it, or is not full. */
  async function find<T>(path: string, shape: z.ZodType<T>, isIt: (item: T) => boolean): Promise<T | undefined> {
    for (let page = 1; page <= PAGES; page += 1) {
      const answer = await request({ url: `${path}&per_page=${PER_PAGE}&page=${page}` });
      const items = readJson(LABEL, answer, z.array(shape));
      const found = items.find(isIt);
      if (found || items.length < PER_PAGE) return found;
    }
    return undefined;
  }

  return {
    place: new URL(repository).href,
    async readIssue(issue) {
      const answer = await unlessAbsent(request({ url: pathOf(issue) }));
      const found = answer && readJson(LABEL, answer, issueShape);
      return found && { ...external(found), text: found.body ?? '' };
    },
    async check() {
      const found = readJson(LABEL, await request({ url: repository }), repositoryShape);
      if (!found.has_issues) throw new ProviderError('invalid', `${found.full_name} has its issues switched off`, 422);
      if (found.archived) throw new ProviderError('invalid', `${found.full_name} is archived; it takes no issues`, 422);
      return `Issues go to ${found.full_name}`;
    },
    async findIssue(mark, since) {
      const path = `${repository}/issues?state=all&sort=created&direction=desc&since=${since.toISOString()}`;
      const found = await find(path, issueShape, ({ body }) => body?.includes(hiddenMarker(mark)) ?? false);
      return found && external(found);
    },
    async createIssue(annotation) {
      const body = `${issueMarkdown(annotation)}\n\n${hiddenMarker(annotation.id)}`;
      const json = { title: issueTitle(annotation), body };
      return external(
        readJson(LABEL, await request({ method: 'POST', url: `${repository}/issues`, json }), issueShape),
      );
    },
    async findComment(issue, mark, since) {
      const path = `${pathOf(issue)}/comments?since=${since.toISOString()}`;
      const found = await find(path, commentShape, ({ body }) => body?.includes(hiddenMarker(mark)) ?? false);
      return found && String(found.id);
    },
    async addComment(issue, comment) {
      const json = { body: `${commentMarkdown(comment)}\n\n${hiddenMarker(comment.id)}` };
      const answer = await request({ method: 'POST', url: `${pathOf(issue)}/comments`, json });
      return String(readJson(LABEL, answer, commentShape).id);
    },
    async setState(issue, state) {
      const json = state === 'closed' ? { state, state_reason: 'completed' } : { state: 'open' };
      return external(readJson(LABEL, await request({ method: 'PATCH', url: pathOf(issue), json }), issueShape));
    },
  };
}

const inboundShape = z.object({
  action: z.string().optional(),
  issue: issueShape.optional(),
  comment: commentShape.extend({ user: z.object({ login: z.string() }).nullish() }).optional(),
});

const STATES: Record<string, IssueState> = { closed: 'closed', reopened: 'open' };

const inbound: Inbound = {
  secretBy: 'us',
  verify: ({ header, body }, secret) =>
    isHubSignature(header('x-hub-signature-256'), body, secret)
      ? undefined
      : 'X-Hub-Signature-256 does not fit the body; give the webhook at GitHub the secret of this integration',
  read({ header }, payload) {
    const { action = '', issue, comment } = inboundShape.parse(payload);
    if (!issue || issue.pull_request) return undefined;
    const change = { issueId: String(issue.id), at: new Date(issue.updated_at) };
    const event = header('x-github-event');
    if (event === 'issues' && STATES[action]) return { ...change, state: STATES[action] };
    if (event !== 'issue_comment' || action !== 'created' || !comment) return undefined;
    const text = comment.body ?? '';
    if (isMarked(text)) return undefined;
    return { ...change, comment: { id: String(comment.id), text, author: comment.user?.login ?? 'ghost' } };
  },
};

/** GitHub, and GitHub Enterprise Server under its own address. */
export const github: Provider<GithubSettings, { token: string }> = {
  kind: 'tracker',
  label: LABEL,
  settings: z.object({
    baseUrl: baseUrlInput.default('https://api.github.com'),
    repository: z
      .string('is required')
      .max(200, 'must have at most 200 characters')
      .regex(/^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/, 'must read owner/name, such as octocat/hello-world'),
  }),
  credentials: z.object({ token: tokenInput }),
  addressOf: ({ baseUrl }) => baseUrl,
  judge,
  knowsStarted: false,
  connect,
  inbound,
};
