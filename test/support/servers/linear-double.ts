import { createHmac, randomUUID } from 'node:crypto';
import { buildSchema, graphqlSync } from 'graphql';
import type { ProviderCall, ProviderResponse } from './provider-double.ts';
import type { Tracker, TrackerChange, TrackerIssue, TrackerKind, TrackerState } from './tracker-double.ts';

const TOKEN = 'lin_api_double0123456789';
const TEAM = { id: randomUUID(), key: 'ENG', name: 'Engineering' };
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Excerpt of the public schema of Linear. */
const SCHEMA = buildSchema(`
  scalar DateTime
  input StringComparator { eq: String containsIgnoreCase: String }
  input IDComparator { eq: ID }
  input TeamFilter { key: StringComparator name: StringComparator or: [TeamFilter!] }
  input IssueFilter { id: IDComparator }
  input CommentFilter { id: IDComparator }
  input IssueCreateInput { id: String teamId: String! title: String description: String }
  input IssueUpdateInput { stateId: String }
  input CommentCreateInput { id: String issueId: String body: String }
  type WorkflowState { id: ID! type: String! name: String! position: Float! }
  type WorkflowStateConnection { nodes: [WorkflowState!]! }
  type Team { id: ID! key: String! name: String! private: Boolean! states: WorkflowStateConnection! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type TeamConnection { nodes: [Team!]! pageInfo: PageInfo! }
  type Issue {
    id: ID! identifier: String! url: String! description: String trashed: Boolean updatedAt: DateTime!
    state: WorkflowState! team: Team!
  }
  type IssueConnection { nodes: [Issue!]! }
  type Comment { id: ID! body: String! }
  type CommentConnection { nodes: [Comment!]! }
  type IssuePayload { success: Boolean! issue: Issue }
  type CommentPayload { success: Boolean! comment: Comment! }
  type Query {
    teams(filter: TeamFilter, first: Int, after: String): TeamConnection!
    issues(filter: IssueFilter, includeArchived: Boolean): IssueConnection!
    comments(filter: CommentFilter): CommentConnection!
  }
  type Mutation {
    issueCreate(input: IssueCreateInput!): IssuePayload!
    issueUpdate(id: String!, input: IssueUpdateInput!): IssuePayload!
    commentCreate(input: CommentCreateInput!): CommentPayload!
  }
`);

const STATES = [
  { id: randomUUID(), type: 'completed', name: 'Shipped', position: 4 },
  { id: randomUUID(), type: 'started', name: 'In Review', position: 3 },
  { id: randomUUID(), type: 'started', name: 'In Progress', position: 2 },
  { id: randomUUID(), type: 'unstarted', name: 'Todo', position: 1 },
  { id: randomUUID(), type: 'backlog', name: 'Backlog', position: 0 },
  { id: randomUUID(), type: 'canceled', name: 'Canceled', position: 5 },
];
const TYPES: Record<TrackerState, string> = { open: 'unstarted', started: 'started', closed: 'completed' };
const STATE_OF: Record<string, TrackerState> = { started: 'started', completed: 'closed', canceled: 'closed' };
const stateJson = ({ state }: TrackerIssue) => STATES.find(({ type }) => type === TYPES[state]);
const teamJson = { ...TEAM, private: false, states: { nodes: STATES } };

const issueJson = (issue: TrackerIssue) => ({
  id: issue.uuid,
  identifier: `${TEAM.key}-${issue.number}`,
  url: `https://linear.app/acme/issue/${TEAM.key}-${issue.number}`,
  description: issue.text,
  updatedAt: issue.updatedAt.toISOString(),
  state: stateJson(issue),
  team: teamJson,
});

const failure = (status: number, message: string, code: string): ProviderResponse => ({
  status,
  body: { errors: [{ message, extensions: { code, userError: true, userPresentableMessage: message } }] },
});

// biome-ignore lint/suspicious/noExplicitAny: arguments are checked by the schema
type Arguments = any;

/** Clients choose the ids of comments; the model numbers them. */
const commentIds = new Map<string, number>();

function matches(team: { key: string; name: string }, filter: Arguments): boolean {
  if (!filter) return true;
  if (filter.or) return filter.or.some((part: Arguments) => matches(team, part));
  return Object.entries(filter).every(([name, { eq, containsIgnoreCase }]: Arguments) => {
    const value = team[name as 'key'];
    return eq === undefined ? value.toLowerCase().includes(containsIgnoreCase.toLowerCase()) : value === eq;
  });
}

function rootOf(tracker: Tracker) {
  const find = (id: string) => {
    const issue = tracker.issues.find(({ uuid, deleted }) => uuid === id && !deleted);
    if (!issue) throw new Error('Entity not found: Issue');
    return issue;
  };
  const assertNew = (id: string | undefined, taken: boolean) => {
    if (!id || !UUID_V4.test(id)) throw new Error('Argument Validation Error: id must be a UUID v4');
    if (taken) throw new Error('Entity already exists with this id');
  };
  return {
    teams: ({ filter, first = 50, after = '0' }: Arguments) => {
      const others = tracker.otherTargets.map((key) => ({ ...teamJson, key, name: `Team ${key}` }));
      const all = [...(tracker.isTargetDeleted ? [] : [teamJson]), ...others].filter((team) => matches(team, filter));
      const end = Number(after) + Math.min(first, 250);
      const pageInfo = { hasNextPage: end < all.length, endCursor: String(end) };
      return { nodes: all.slice(Number(after), end), pageInfo };
    },
    issues: ({ filter }: Arguments) => ({
      nodes: tracker.issues.filter(({ uuid, deleted }) => uuid === filter.id.eq && !deleted).map(issueJson),
    }),
    comments: ({ filter }: Arguments) => ({
      nodes: commentIds.has(filter.id.eq) ? [{ id: filter.id.eq, body: '' }] : [],
    }),
    issueCreate({ input: { id, teamId, title, description } }: Arguments) {
      assertNew(
        id,
        tracker.issues.some(({ uuid }) => uuid === id),
      );
      if (teamId !== TEAM.id || !title) throw new Error('Argument Validation Error: teamId, title');
      const issue = tracker.create({ uuid: id, title, text: description });
      return { success: true, issue: issueJson(issue) };
    },
    issueUpdate({ id, input }: Arguments) {
      const issue = find(id);
      const state = STATES.find((known) => known.id === input.stateId);
      if (!state) throw new Error('Entity not found: WorkflowState');
      tracker.move(issue, STATE_OF[state.type] ?? 'open');
      return { success: true, issue: issueJson(issue) };
    },
    commentCreate({ input: { id, issueId, body } }: Arguments) {
      const issue = find(issueId);
      assertNew(id, commentIds.has(id));
      commentIds.set(id, tracker.comment(issue, body).id);
      return { success: true, comment: { id, body } };
    },
  };
}

function response({ path, headers, json }: ProviderCall, tracker: Tracker): ProviderResponse {
  if (path !== '/graphql') return { status: 404, body: 'Not Found' };
  if (headers.authorization !== TOKEN)
    return failure(401, 'Authentication required, not authenticated', 'AUTHENTICATION_ERROR');
  const { query: source, variables: variableValues } = json;
  const { data, errors } = graphqlSync({ schema: SCHEMA, source, variableValues, rootValue: rootOf(tracker) });
  const [error] = errors ?? [];
  return error ? failure(200, error.message, 'INPUT_ERROR') : { status: 200, body: { data } };
}

function hookFor(change: TrackerChange, secret: string) {
  const { kind, issue, by } = change;
  const data =
    kind === 'commented'
      ? { id: idOf(change.comment.id), body: change.comment.text, issueId: issue.uuid, user: { name: by } }
      : issueJson(issue);
  const body = JSON.stringify({
    action: kind === 'moved' ? 'update' : 'create',
    type: kind === 'commented' ? 'Comment' : 'Issue',
    actor: { name: by, type: 'user' },
    data,
    ...(kind === 'moved' && { updatedFrom: { stateId: randomUUID() } }),
    organizationId: TEAM.id,
    webhookTimestamp: Date.now(),
    webhookId: randomUUID(),
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { body, headers: { 'linear-delivery': randomUUID(), 'linear-event': 'Issue', 'linear-signature': signature } };
}

/** Assigns an id to a comment of a person when its first hook is sent. */
function idOf(number: number): string {
  const id = [...commentIds].find(([, known]) => known === number)?.[0] ?? randomUUID();
  commentIds.set(id, number);
  return id;
}

/** Linear as described in linear.app/developers (graphql, webhooks, rate-limiting). */
export const LINEAR: TrackerKind = {
  provider: 'linear',
  hasStartedState: true,
  settings: { teamKey: TEAM.key, token: TOKEN },
  targetSetting: 'teamKey',
  targetValue: (key) => key,
  respond: response,
  createHook: hookFor,
  isCreate: ({ json }) => /issueCreate\(/.test(json?.query),
  isComment: ({ json }) => /commentCreate\(/.test(json?.query),
  isMove: ({ json }) => /issueUpdate\(/.test(json?.query),
  rateLimited: (seconds) => ({
    ...failure(400, 'Rate limit exceeded', 'RATELIMITED'),
    headers: { 'x-ratelimit-requests-reset': String(Date.now() + seconds * 1000) },
  }),
};
