import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '../../../../lib/durations.ts';
import { type ApiClient, type ClassifyResponse, parseJson, readJson, secondsUntil } from './api-client.ts';
import { hmacSha256, timingSafeEquals } from './hmac.ts';
import { baseUrlInput, tokenInput } from './inputs.ts';
import { commentMarkdown, hasMarker, issueMarkdown, issueTitle, visibleMarker } from './issue-text.ts';
import type {
  ConnectOptions,
  ExternalIssue,
  Inbound,
  IssueState,
  Provider,
  TargetAccess,
  TargetPage,
  TargetQuery,
  Tracker,
} from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'Linear';
const BASE_URL = 'https://api.linear.app';
/** Teams per page of a list. */
const TEAMS = 100;
/** Max clock difference of a call, ms. */
const TOLERANCE_MS = 5 * MINUTE_MS;

interface LinearSettings {
  baseUrl: string;
  teamKey: string;
}

const STATES: Record<string, IssueState> = {
  started: 'started',
  completed: 'closed',
  canceled: 'closed',
  duplicate: 'closed',
};
const stateOf = (type: string): IssueState => STATES[type] ?? 'open';
/** Types of workflow states per issue state; the first that the team has is used. */
const TYPES: Record<IssueState, string[]> = {
  open: ['unstarted', 'backlog', 'triage'],
  started: ['started'],
  closed: ['completed', 'canceled'],
};

const issueShape = z.object({
  id: z.string(),
  identifier: z.string(),
  url: z.string(),
  updatedAt: z.iso.datetime(),
  state: z.object({ type: z.string() }),
});
const ISSUE = 'id identifier url updatedAt state { type }';
const statesShape = z.object({
  states: z.object({ nodes: z.array(z.object({ id: z.string(), type: z.string(), position: z.number() })) }),
});

const toExternalIssue = ({ id, identifier, url, state, updatedAt }: z.infer<typeof issueShape>): ExternalIssue => ({
  id,
  key: identifier,
  url,
  state: stateOf(state.type),
  changedAt: new Date(updatedAt),
});

/** Derives the UUID, which Linear lets clients choose, so that a retry creates no duplicate. */
function idFor(purpose: 'issue' | 'comment', integrationId: string, id: string): string {
  const hex = createHash('sha256').update(`${purpose}:${integrationId}:${id}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const errorShape = z.object({
  message: z.string().optional(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});
const errorsShape = z.object({ errors: z.array(errorShape).min(1) });
const CODES: Record<string, number> = { RATELIMITED: 429, AUTHENTICATION_ERROR: 401, FORBIDDEN: 403 };

/** A missing entity has no error code. */
const statusOf = ({ message, extensions }: z.infer<typeof errorShape>): number | undefined =>
  message?.startsWith('Entity not found') ? 404 : CODES[extensions?.code ?? ''];

/** Maps the codes of GraphQL errors, which are sent with 200 or 400. */
const classifyResponse: ClassifyResponse = ({ status, body, headers }) => {
  const { data } = errorsShape.safeParse(parseJson(body.toString('utf8')));
  if (!data || status >= 500) return undefined;
  const known = data.errors.map(statusOf).find((code) => code !== undefined);
  return {
    status: known ?? (status >= 400 ? status : 400),
    // In ms since 1970.
    pause: secondsUntil(headers['x-ratelimit-requests-reset'], 1 / 1000),
  };
};

type Execute = <T>(query: string, variables: object, shape: z.ZodType<T>) => Promise<T>;

/** Personal API keys are sent without a scheme, OAuth tokens as bearer tokens. */
const createExecute = (baseUrl: string, token: string, call: ApiClient): Execute => {
  const headers = { authorization: token.startsWith('lin_api_') ? token : `Bearer ${token}` };
  return async <T>(query: string, variables: object, shape: z.ZodType<T>): Promise<T> => {
    const response = await call({ method: 'POST', url: `${baseUrl}/graphql`, headers, json: { query, variables } });
    return readJson(LABEL, response, z.object({ data: shape })).data as T;
  };
};

const teamsShape = z.object({
  teams: z.object({
    nodes: z.array(z.object({ key: z.string(), name: z.string(), private: z.boolean().optional() })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  }),
});

async function listTeams(
  { baseUrl = BASE_URL, token, call }: TargetAccess,
  { search, cursor }: TargetQuery,
): Promise<TargetPage> {
  const query = `query Teams($first: Int!, $after: String, $filter: TeamFilter) {
    teams(first: $first, after: $after, filter: $filter) {
      nodes { key name private } pageInfo { hasNextPage endCursor } } }`;
  const contains = { containsIgnoreCase: search };
  const filter = search === undefined ? undefined : { or: [{ name: contains }, { key: contains }] };
  const execute = createExecute(baseUrl, token, call);
  const { teams } = await execute(query, { first: TEAMS, after: cursor, filter }, teamsShape);
  const { hasNextPage, endCursor } = teams.pageInfo;
  return {
    targets: teams.nodes.map((team) => ({
      value: team.key,
      name: team.name,
      group: null,
      isPrivate: team.private ?? null,
      issueTypes: [],
    })),
    ...(hasNextPage && endCursor && { next: endCursor }),
  };
}

function connect({
  integrationId,
  settings,
  credentials,
  call,
}: ConnectOptions<LinearSettings, { token: string }>): Tracker {
  const execute = createExecute(settings.baseUrl, credentials.token, call);

  async function team() {
    const shape = z.object({ teams: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }) });
    const query = 'query Team($key: String!) { teams(filter: { key: { eq: $key } }) { nodes { id name } } }';
    const [found] = (await execute(query, { key: settings.teamKey }, shape)).teams.nodes;
    if (found) return found;
    const message = `${LABEL} has no team ${settings.teamKey} that the token can access; check teamKey and the token`;
    throw new ProviderError('denied', message, 404);
  }

  return {
    location: new URL(`${settings.baseUrl}/graphql`).href,
    async readIssue({ id }) {
      const query = `query Read($id: ID!) {
        issues(filter: { id: { eq: $id } }, includeArchived: true) { nodes { ${ISSUE} description trashed } } }`;
      const readShape = issueShape.extend({ description: z.string().nullish(), trashed: z.boolean().nullish() });
      const shape = z.object({ issues: z.object({ nodes: z.array(readShape) }) });
      const [found] = (await execute(query, { id }, shape)).issues.nodes;
      return found && !found.trashed ? { ...toExternalIssue(found), text: found.description ?? '' } : undefined;
    },
    async check() {
      const { name } = await team();
      return `Issues go to the team ${settings.teamKey} (${name})`;
    },
    async findIssue(marker) {
      const query = `query Find($id: ID!) {
        issues(filter: { id: { eq: $id } }, includeArchived: true) { nodes { ${ISSUE} } } }`;
      const shape = z.object({ issues: z.object({ nodes: z.array(issueShape) }) });
      const [found] = (await execute(query, { id: idFor('issue', integrationId, marker) }, shape)).issues.nodes;
      return found && toExternalIssue(found);
    },
    async createIssue(annotation) {
      const query = `mutation Create($input: IssueCreateInput!) {
        issueCreate(input: $input) { success issue { ${ISSUE} } } }`;
      const shape = z.object({ issueCreate: z.object({ issue: issueShape }) });
      const { id: teamId } = await team();
      const input = {
        id: idFor('issue', integrationId, annotation.id),
        teamId,
        title: issueTitle(annotation),
        description: `${issueMarkdown(annotation)}\n\n${visibleMarker(annotation.id)}`,
      };
      return toExternalIssue((await execute(query, { input }, shape)).issueCreate.issue);
    },
    async findComment(_issue, marker) {
      const query = 'query FindComment($id: ID!) { comments(filter: { id: { eq: $id } }) { nodes { id } } }';
      const shape = z.object({ comments: z.object({ nodes: z.array(z.object({ id: z.string() })) }) });
      return (await execute(query, { id: idFor('comment', integrationId, marker) }, shape)).comments.nodes[0]?.id;
    },
    async addComment(issue, comment) {
      const query = `mutation Comment($input: CommentCreateInput!) {
        commentCreate(input: $input) { success comment { id } } }`;
      const shape = z.object({ commentCreate: z.object({ comment: z.object({ id: z.string() }) }) });
      const body = `${commentMarkdown(comment)}\n\n${visibleMarker(comment.id)}`;
      const input = { id: idFor('comment', integrationId, comment.id), issueId: issue.id, body };
      return (await execute(query, { input }, shape)).commentCreate.comment.id;
    },
    async setState(issue, wanted) {
      const find = `query States($id: ID!) { issues(filter: { id: { eq: $id } }, includeArchived: true) {
        nodes { state { type } team { states { nodes { id type position } } } } } }`;
      const found = z.object({ state: z.object({ type: z.string() }), team: statesShape });
      const shape = z.object({ issues: z.object({ nodes: z.array(found) }) });
      const [present] = (await execute(find, { id: issue.id }, shape)).issues.nodes;
      if (!present) throw new ProviderError('denied', `${LABEL} no longer has the issue ${issue.key}`, 404);
      const state = stateOf(present.state.type);
      if (state === wanted) return { state };
      const states = present.team.states.nodes.toSorted((a, b) => a.position - b.position);
      const next = TYPES[wanted].flatMap((type) => states.filter((candidate) => candidate.type === type))[0];
      // A team may have no state for work in progress.
      if (!next) return { state };
      const update = `mutation Move($id: String!, $input: IssueUpdateInput!) {
        issueUpdate(id: $id, input: $input) { success issue { ${ISSUE} } } }`;
      const updated = z.object({ issueUpdate: z.object({ issue: issueShape }) });
      const { issueUpdate } = await execute(update, { id: issue.id, input: { stateId: next.id } }, updated);
      return toExternalIssue(issueUpdate.issue);
    },
  };
}

const inboundShape = z.object({
  action: z.string(),
  type: z.string(),
  webhookTimestamp: z.number(),
  actor: z.object({ name: z.string().optional() }).nullish(),
  data: z.unknown(),
});
const changedIssue = z.object({ id: z.string(), state: z.object({ type: z.string() }), updatedAt: z.iso.datetime() });
const newComment = z.object({
  id: z.string(),
  body: z.string(),
  issueId: z.string().nullish(),
  user: z.object({ name: z.string() }).nullish(),
});

const inbound: Inbound = {
  secretSource: 'provider',
  verify({ header, body }, secret, now) {
    const expected = hmacSha256(secret, body).toString('hex');
    if (!timingSafeEquals((header('linear-signature') ?? '').toLowerCase(), expected)) {
      return 'Linear-Signature does not match the body; set the secret of this integration to the signing secret of the Linear webhook';
    }
    const { data } = inboundShape
      .pick({ webhookTimestamp: true })
      .safeParse(parseJson(Buffer.from(body).toString('utf8')));
    if (data && Math.abs(now - data.webhookTimestamp) <= TOLERANCE_MS) return undefined;
    return `webhookTimestamp is absent or differs by over ${TOLERANCE_MS / 1000} s from the server time; check the clocks`;
  },
  read(_call, payload) {
    const { action, type, data, actor } = inboundShape.parse(payload);
    if (type === 'Issue' && action === 'update') {
      const { id, state, updatedAt } = changedIssue.parse(data);
      return { issueId: id, at: new Date(updatedAt), state: stateOf(state.type) };
    }
    if (type !== 'Comment' || action !== 'create') return undefined;
    const { id, body, issueId, user } = newComment.parse(data);
    if (!issueId || hasMarker(body)) return undefined;
    return { issueId, comment: { id, text: body, author: user?.name ?? actor?.name ?? 'Somebody' } };
  },
};

export const linear: Provider<LinearSettings, { token: string }> = {
  kind: 'tracker',
  label: LABEL,
  settings: z.object({
    baseUrl: baseUrlInput.default(BASE_URL),
    teamKey: z
      .string('is required')
      .max(32, 'must have at most 32 characters')
      .regex(/^[A-Z0-9]+$/, 'must be the key of a team, such as ENG: capital letters and digits'),
  }),
  credentials: z.object({ token: tokenInput }),
  addressOf: ({ baseUrl }) => baseUrl,
  targetSettings: ['teamKey'],
  listTargets: listTeams,
  classifyResponse,
  hasStartedState: true,
  connect,
  inbound,
};
