import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '../../../../lib/durations.ts';
import { type Judge, parseJson, readJson, untilReset } from './api-client.ts';
import { hmacSha256, isSame } from './hmac.ts';
import { baseUrlInput, tokenInput } from './inputs.ts';
import { commentMarkdown, isMarked, issueMarkdown, issueTitle, shownMarker } from './issue-text.ts';
import type { ExternalIssue, Inbound, IssueState, Link, Provider, Tracker } from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'Linear';
/** How far the time of a call may be from ours, milliseconds. */
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
/** The kinds of workflow state that a state is set to, the first that the team has. */
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

const external = ({ id, identifier, url, state, updatedAt }: z.infer<typeof issueShape>): ExternalIssue => ({
  id,
  key: identifier,
  url,
  state: stateOf(state.type),
  changedAt: new Date(updatedAt),
});

/** Linear lets callers choose ids, of version 4: the same thing gets the same one, so it cannot be made twice. */
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

/** What is not there has no code of its own. */
const statusOf = ({ message, extensions }: z.infer<typeof errorShape>): number | undefined =>
  message?.startsWith('Entity not found') ? 404 : CODES[extensions?.code ?? ''];

/** Errors of GraphQL come with 200 or 400, and their codes say what they are. */
const judge: Judge = ({ status, body, headers }) => {
  const { data } = errorsShape.safeParse(parseJson(body.toString('utf8')));
  if (!data || status >= 500) return undefined;
  const meant = data.errors.map(statusOf).find((known) => known !== undefined);
  return {
    status: meant ?? (status >= 400 ? status : 400),
    // Milliseconds since 1970.
    pause: untilReset(headers['x-ratelimit-requests-reset'], 1 / 1000),
  };
};

function connect({ integrationId, settings, credentials, call }: Link<LinearSettings, { token: string }>): Tracker {
  // Keys of people are sent bare, tokens of OAuth are not.
  const isKey = credentials.token.startsWith('lin_api_');
  const headers = { authorization: isKey ? credentials.token : `Bearer ${credentials.token}` };

  async function ask<T>(query: string, variables: object, shape: z.ZodType<T>): Promise<T> {
    const url = `${settings.baseUrl}/graphql`;
    const answer = await call({ method: 'POST', url, headers, json: { query, variables } });
    return readJson(LABEL, answer, z.object({ data: shape })).data as T;
  }

  async function team() {
    const shape = z.object({ teams: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }) });
    const query = 'query Team($key: String!) { teams(filter: { key: { eq: $key } }) { nodes { id name } } }';
    const [found] = (await ask(query, { key: settings.teamKey }, shape)).teams.nodes;
    if (found) return found;
    const message = `${LABEL} has no team ${settings.teamKey} that the token may see; check teamKey and the token`;
    throw new ProviderError('refused', message, 404);
  }

  return {
    place: new URL(`${settings.baseUrl}/graphql`).href,
    async readIssue({ id }) {
      const query = `query Read($id: ID!) {
        issues(filter: { id: { eq: $id } }, includeArchived: true) { nodes { ${ISSUE} description trashed } } }`;
      const readShape = issueShape.extend({ description: z.string().nullish(), trashed: z.boolean().nullish() });
      const shape = z.object({ issues: z.object({ nodes: z.array(readShape) }) });
      const [found] = (await ask(query, { id }, shape)).issues.nodes;
      return found && !found.trashed ? { ...external(found), text: found.description ?? '' } : undefined;
    },
    async check() {
      const { name } = await team();
      return `Issues go to the team ${settings.teamKey} (${name})`;
    },
    async findIssue(mark) {
      const query = `query Find($id: ID!) {
        issues(filter: { id: { eq: $id } }, includeArchived: true) { nodes { ${ISSUE} } } }`;
      const shape = z.object({ issues: z.object({ nodes: z.array(issueShape) }) });
      const [found] = (await ask(query, { id: idFor('issue', integrationId, mark) }, shape)).issues.nodes;
      return found && external(found);
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
        description: `${issueMarkdown(annotation)}\n\n${shownMarker(annotation.id)}`,
      };
      return external((await ask(query, { input }, shape)).issueCreate.issue);
    },
    async findComment(_issue, mark) {
      const query = 'query FindComment($id: ID!) { comments(filter: { id: { eq: $id } }) { nodes { id } } }';
      const shape = z.object({ comments: z.object({ nodes: z.array(z.object({ id: z.string() })) }) });
      return (await ask(query, { id: idFor('comment', integrationId, mark) }, shape)).comments.nodes[0]?.id;
    },
    async addComment(issue, comment) {
      const query = `mutation Comment($input: CommentCreateInput!) {
        commentCreate(input: $input) { success comment { id } } }`;
      const shape = z.object({ commentCreate: z.object({ comment: z.object({ id: z.string() }) }) });
      const body = `${commentMarkdown(comment)}\n\n${shownMarker(comment.id)}`;
      const input = { id: idFor('comment', integrationId, comment.id), issueId: issue.id, body };
      return (await ask(query, { input }, shape)).commentCreate.comment.id;
    },
    async setState(issue, wanted) {
      const find = `query States($id: ID!) { issues(filter: { id: { eq: $id } }, includeArchived: true) {
        nodes { state { type } team { states { nodes { id type position } } } } } }`;
      const found = z.object({ state: z.object({ type: z.string() }), team: statesShape });
      const shape = z.object({ issues: z.object({ nodes: z.array(found) }) });
      const [present] = (await ask(find, { id: issue.id }, shape)).issues.nodes;
      if (!present) throw new ProviderError('refused', `${LABEL} has no issue ${issue.key} any more`, 404);
      const is = stateOf(present.state.type);
      if (is === wanted) return { state: is };
      const states = present.team.states.nodes.toSorted((a, b) => a.position - b.position);
      const next = TYPES[wanted].flatMap((type) => states.filter((state) => state.type === type))[0];
      // A team may have no state for work that was begun.
      if (!next) return { state: is };
      const update = `mutation Move($id: String!, $input: IssueUpdateInput!) {
        issueUpdate(id: $id, input: $input) { success issue { ${ISSUE} } } }`;
      const updated = z.object({ issueUpdate: z.object({ issue: issueShape }) });
      const { issueUpdate } = await ask(update, { id: issue.id, input: { stateId: next.id } }, updated);
      return external(issueUpdate.issue);
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
  secretBy: 'provider',
  verify({ header, body }, secret, now) {
    const expected = hmacSha256(secret, body).toString('hex');
    if (!isSame((header('linear-signature') ?? '').toLowerCase(), expected)) {
      return 'Linear-Signature does not fit the body; give this integration the signing secret of the webhook in Linear';
    }
    const { data } = inboundShape
      .pick({ webhookTimestamp: true })
      .safeParse(parseJson(Buffer.from(body).toString('utf8')));
    if (data && Math.abs(now - data.webhookTimestamp) <= TOLERANCE_MS) return undefined;
    return `webhookTimestamp is absent or over ${TOLERANCE_MS / 1000} s from the time here; check the clocks`;
  },
  read(_call, payload) {
    const { action, type, data, actor } = inboundShape.parse(payload);
    if (type === 'Issue' && action === 'update') {
      const { id, state, updatedAt } = changedIssue.parse(data);
      return { issueId: id, at: new Date(updatedAt), state: stateOf(state.type) };
    }
    if (type !== 'Comment' || action !== 'create') return undefined;
    const { id, body, issueId, user } = newComment.parse(data);
    if (!issueId || isMarked(body)) return undefined;
    return { issueId, comment: { id, text: body, author: user?.name ?? actor?.name ?? 'Somebody' } };
  },
};

/** Linear. */
export const linear: Provider<LinearSettings, { token: string }> = {
  kind: 'tracker',
  label: LABEL,
  settings: z.object({
    baseUrl: baseUrlInput.default('https://api.linear.app'),
    teamKey: z
      .string('is required')
      .max(32, 'must have at most 32 characters')
      .regex(/^[A-Z0-9]+$/, 'must be the key of a team, such as ENG: capital letters and digits'),
  }),
  credentials: z.object({ token: tokenInput }),
  addressOf: ({ baseUrl }) => baseUrl,
  judge,
  knowsStarted: true,
  connect,
  inbound,
};
