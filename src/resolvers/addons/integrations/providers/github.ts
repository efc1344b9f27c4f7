import { z } from 'zod';
import {
  type ApiClient,
  type ClassifyResponse,
  isRedirect,
  readJson,
  secondsUntil,
  undefinedIfNotFound,
} from './api-client.ts';
import { isValidHubSignature } from './hmac.ts';
import { baseUrlInput, tokenInput } from './inputs.ts';
import { commentMarkdown, hasMarker, hiddenMarker, issueMarkdown, issueTitle } from './issue-text.ts';
import {
  type ConnectOptions,
  type ExternalIssue,
  type Inbound,
  type IssueState,
  matchesSearch,
  type Provider,
  pageNumber,
  type TargetAccess,
  type TargetPage,
  type TargetQuery,
  type Tracker,
} from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'GitHub';
const BASE_URL = 'https://api.github.com';
/** Pages that are searched for an issue or comment of an earlier attempt. */
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

const toExternalIssue = ({ id, number, html_url, state, updated_at }: z.infer<typeof issueShape>): ExternalIssue => ({
  id: String(id),
  key: `#${number}`,
  url: html_url,
  state,
  changedAt: new Date(updated_at),
});

/** Repositories per page of a list: GitHub's maximum. */
const REPOSITORIES = 100;
const listedRepositoryShape = repositoryShape.extend({
  name: z.string(),
  private: z.boolean(),
  owner: z.object({ login: z.string() }),
});

const headersOf = (token: string) => ({
  accept: 'application/vnd.github+json',
  authorization: `Bearer ${token}`,
  'x-github-api-version': '2022-11-28',
});

/** GitHub cannot search among the repositories of a token alone. */
async function listRepositories(
  { baseUrl = BASE_URL, token, call }: TargetAccess,
  query: TargetQuery,
): Promise<TargetPage> {
  const page = pageNumber(query);
  const url = `${baseUrl}/user/repos?sort=full_name&per_page=${REPOSITORIES}&page=${page}`;
  const response = await call({ url, headers: headersOf(token) });
  const listed = readJson(LABEL, response, z.array(listedRepositoryShape));
  const usable = listed.filter(
    ({ has_issues, archived, full_name }) => has_issues && !archived && matchesSearch(query, full_name),
  );
  return {
    targets: usable.map((repository) => ({
      value: repository.full_name,
      name: repository.name,
      group: repository.owner.login,
      isPrivate: repository.private,
      issueTypes: [],
    })),
    ...(listed.length === REPOSITORIES && { next: String(page + 1) }),
  };
}

/** Recognizes rate limits, which GitHub sends as 403 or 429, with or without a delay. */
const classifyResponse: ClassifyResponse = ({ status, headers, body }) => {
  if (status !== 403 && status !== 429) return undefined;
  if (headers['x-ratelimit-remaining'] === '0') {
    return { status: 429, pause: secondsUntil(headers['x-ratelimit-reset']) };
  }
  const isSecondary = headers['retry-after'] !== undefined || /secondary rate limit/i.test(body.toString('utf8'));
  return status === 429 || isSecondary ? { status: 429 } : undefined;
};

function connect({ settings, credentials, call }: ConnectOptions<GithubSettings, { token: string }>): Tracker {
  const repository = `${settings.baseUrl}/repos/${settings.repository}`;
  const headers = headersOf(credentials.token);
  const request: ApiClient = (apiCall) =>
    call({ ...apiCall, headers }).catch((error: unknown) => {
      // GitHub redirects from a former name to a numeric id, which is not a valid setting.
      if (!(error instanceof ProviderError && isRedirect(error.status))) throw error;
      const message = `${LABEL} responded with ${error.status}: ${settings.repository} has moved; set repository to the new name`;
      throw new ProviderError(error.failure, message, error.status);
    });
  const pathOf = ({ key }: ExternalIssue) => `${repository}/issues/${key.slice(1)}`;

  /** Reads pages until one contains the item or is not full. */
  async function find<T>(path: string, shape: z.ZodType<T>, isMatch: (item: T) => boolean): Promise<T | undefined> {
    for (let page = 1; page <= PAGES; page += 1) {
      const response = await request({ url: `${path}&per_page=${PER_PAGE}&page=${page}` });
      const items = readJson(LABEL, response, z.array(shape));
      const found = items.find(isMatch);
      if (found || items.length < PER_PAGE) return found;
    }
    return undefined;
  }

  return {
    location: new URL(repository).href,
    async readIssue(issue) {
      const response = await undefinedIfNotFound(request({ url: pathOf(issue) }));
      const found = response && readJson(LABEL, response, issueShape);
      return found && { ...toExternalIssue(found), text: found.body ?? '' };
    },
    async check() {
      const found = readJson(LABEL, await request({ url: repository }), repositoryShape);
      if (!found.has_issues) throw new ProviderError('invalid', `Issues are disabled in ${found.full_name}`, 422);
      if (found.archived)
        throw new ProviderError('invalid', `${found.full_name} is archived and accepts no issues`, 422);
      return `Issues go to ${found.full_name}`;
    },
    async findIssue(marker, since) {
      const path = `${repository}/issues?state=all&sort=created&direction=desc&since=${since.toISOString()}`;
      const found = await find(path, issueShape, ({ body }) => body?.includes(hiddenMarker(marker)) ?? false);
      return found && toExternalIssue(found);
    },
    async createIssue(annotation) {
      const body = `${issueMarkdown(annotation)}\n\n${hiddenMarker(annotation.id)}`;
      const json = { title: issueTitle(annotation), body };
      return toExternalIssue(
        readJson(LABEL, await request({ method: 'POST', url: `${repository}/issues`, json }), issueShape),
      );
    },
    async findComment(issue, marker, since) {
      const path = `${pathOf(issue)}/comments?since=${since.toISOString()}`;
      const found = await find(path, commentShape, ({ body }) => body?.includes(hiddenMarker(marker)) ?? false);
      return found && String(found.id);
    },
    async addComment(issue, comment) {
      const json = { body: `${commentMarkdown(comment)}\n\n${hiddenMarker(comment.id)}` };
      const response = await request({ method: 'POST', url: `${pathOf(issue)}/comments`, json });
      return String(readJson(LABEL, response, commentShape).id);
    },
    async setState(issue, state) {
      const json = state === 'closed' ? { state, state_reason: 'completed' } : { state: 'open' };
      return toExternalIssue(readJson(LABEL, await request({ method: 'PATCH', url: pathOf(issue), json }), issueShape));
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
  secretSource: 'pinbound',
  verify: ({ header, body }, secret) =>
    isValidHubSignature(header('x-hub-signature-256'), body, secret)
      ? undefined
      : 'X-Hub-Signature-256 does not match the body; set the secret of the GitHub webhook to the secret of this integration',
  read({ header }, payload) {
    const { action = '', issue, comment } = inboundShape.parse(payload);
    if (!issue || issue.pull_request) return undefined;
    const change = { issueId: String(issue.id), at: new Date(issue.updated_at) };
    const event = header('x-github-event');
    if (event === 'issues' && STATES[action]) return { ...change, state: STATES[action] };
    if (event !== 'issue_comment' || action !== 'created' || !comment) return undefined;
    const text = comment.body ?? '';
    if (hasMarker(text)) return undefined;
    return { ...change, comment: { id: String(comment.id), text, author: comment.user?.login ?? 'ghost' } };
  },
};

/** GitHub and GitHub Enterprise Server. */
export const github: Provider<GithubSettings, { token: string }> = {
  kind: 'tracker',
  label: LABEL,
  settings: z.object({
    baseUrl: baseUrlInput.default(BASE_URL),
    repository: z
      .string('is required')
      .max(200, 'must have at most 200 characters')
      .regex(/^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/, 'must read owner/name, such as octocat/hello-world'),
  }),
  credentials: z.object({ token: tokenInput }),
  addressOf: ({ baseUrl }) => baseUrl,
  targetSettings: ['repository'],
  listTargets: listRepositories,
  classifyResponse,
  hasStartedState: false,
  connect,
  inbound,
};
