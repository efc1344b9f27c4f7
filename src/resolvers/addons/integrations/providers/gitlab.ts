import { z } from 'zod';
import { SECRET_PREFIX } from '../../deliveries/signatures.ts';
import { type ApiClient, readJson, undefinedIfNotFound } from './api-client.ts';
import { hmacSha256, timingSafeEquals } from './hmac.ts';
import { baseUrlInput, tokenInput } from './inputs.ts';
import { commentMarkdown, hasMarker, hiddenMarker, issueMarkdown, issueTitle } from './issue-text.ts';
import {
  type ConnectOptions,
  type ExternalIssue,
  type Inbound,
  type InboundCall,
  type IssueState,
  type Provider,
  pageNumber,
  type TargetAccess,
  type TargetPage,
  type TargetQuery,
  type Tracker,
} from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'GitLab';
const BASE_URL = 'https://gitlab.com';
const PER_PAGE = 50;
/** Projects per page of a list: GitLab's maximum. */
const PROJECTS = 100;
/** Max clock difference of a signed call, seconds. */
const TOLERANCE = 300;

interface GitlabSettings {
  baseUrl: string;
  repository: string;
}

const STATES: Record<string, IssueState> = { opened: 'open', reopened: 'open', closed: 'closed' };
const state = z.enum(['opened', 'reopened', 'closed']).transform((name): IssueState => STATES[name] ?? 'open');

/** `2026-11-21T12:00:00Z`, or the older `2026-11-21 12:00:00 UTC`. */
const time = z
  .string()
  .transform((text) => new Date(text.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z')))
  .refine((moment) => !Number.isNaN(moment.getTime()));

const issueShape = z.object({
  id: z.number(),
  iid: z.number(),
  web_url: z.string(),
  state,
  description: z.string().nullish(),
  updated_at: time,
});
const noteShape = z.object({ id: z.number(), body: z.string() });
const projectShape = z.object({
  path_with_namespace: z.string(),
  issues_enabled: z.boolean().optional(),
  archived: z.boolean().optional(),
});

const listedProjectShape = projectShape.extend({
  name: z.string(),
  visibility: z.string().optional(),
  namespace: z.object({ full_path: z.string() }),
});

// GitLab accepts personal, project and group tokens as bearer tokens.
const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });

async function listProjects(
  { baseUrl = BASE_URL, token, call }: TargetAccess,
  query: TargetQuery,
): Promise<TargetPage> {
  const page = pageNumber(query);
  const parameters = new URLSearchParams({
    membership: 'true',
    archived: 'false',
    with_issues_enabled: 'true',
    order_by: 'id',
    sort: 'desc',
    per_page: String(PROJECTS),
    page: String(page),
    ...(query.search !== undefined && { search: query.search, search_namespaces: 'true' }),
  });
  const response = await call({ url: `${baseUrl}/api/v4/projects?${parameters}`, headers: headersOf(token) });
  const listed = readJson(LABEL, response, z.array(listedProjectShape));
  return {
    targets: listed.map((project) => ({
      value: project.path_with_namespace,
      name: project.name,
      group: project.namespace.full_path,
      isPrivate: project.visibility === undefined ? null : project.visibility !== 'public',
      issueTypes: [],
    })),
    ...(listed.length === PROJECTS && { next: String(page + 1) }),
  };
}

const toExternalIssue = ({
  id,
  iid,
  web_url,
  state: issueState,
  updated_at,
}: z.infer<typeof issueShape>): ExternalIssue => ({
  id: String(id),
  key: `#${iid}`,
  url: web_url,
  state: issueState,
  changedAt: updated_at,
});

function connect({ settings, credentials, call }: ConnectOptions<GitlabSettings, { token: string }>): Tracker {
  const project = `${settings.baseUrl}/api/v4/projects/${encodeURIComponent(settings.repository)}`;
  const headers = headersOf(credentials.token);
  const request: ApiClient = (apiCall) => call({ ...apiCall, headers });
  const pathOf = ({ key }: ExternalIssue) => `${project}/issues/${key.slice(1)}`;

  return {
    location: new URL(project).href,
    async readIssue(issue) {
      const response = await undefinedIfNotFound(request({ url: pathOf(issue) }));
      const found = response && readJson(LABEL, response, issueShape);
      return found && { ...toExternalIssue(found), text: found.description ?? '' };
    },
    async check() {
      const found = readJson(LABEL, await request({ url: project }), projectShape);
      if (found.issues_enabled === false || found.archived) {
        throw new ProviderError(
          'invalid',
          `${found.path_with_namespace} accepts no issues: they are disabled, or the project is archived`,
          422,
        );
      }
      return `Issues go to ${found.path_with_namespace}`;
    },
    async findIssue(marker, since) {
      const query = new URLSearchParams({
        search: marker,
        in: 'description',
        scope: 'all',
        created_after: since.toISOString(),
        per_page: String(PER_PAGE),
      });
      const issues = readJson(LABEL, await request({ url: `${project}/issues?${query}` }), z.array(issueShape));
      const found = issues.find(({ description }) => description?.includes(hiddenMarker(marker)));
      return found && toExternalIssue(found);
    },
    async createIssue(annotation) {
      const description = `${issueMarkdown(annotation)}\n\n${hiddenMarker(annotation.id)}`;
      const json = { title: issueTitle(annotation), description };
      return toExternalIssue(
        readJson(LABEL, await request({ method: 'POST', url: `${project}/issues`, json }), issueShape),
      );
    },
    async findComment(issue, marker) {
      const url = `${pathOf(issue)}/notes?sort=desc&order_by=created_at&per_page=${PER_PAGE}`;
      const notes = readJson(LABEL, await request({ url }), z.array(noteShape));
      const found = notes.find(({ body }) => body.includes(hiddenMarker(marker)));
      return found && String(found.id);
    },
    async addComment(issue, comment) {
      const json = { body: `${commentMarkdown(comment)}\n\n${hiddenMarker(comment.id)}` };
      const response = await request({ method: 'POST', url: `${pathOf(issue)}/notes`, json });
      return String(readJson(LABEL, response, noteShape).id);
    },
    async setState(issue, wanted) {
      const json = { state_event: wanted === 'closed' ? 'close' : 'reopen' };
      return toExternalIssue(readJson(LABEL, await request({ method: 'PUT', url: pathOf(issue), json }), issueShape));
    },
  };
}

const issueHook = z.object({
  object_attributes: z.object({ id: z.number(), state, action: z.string().optional(), updated_at: time.optional() }),
});
const noteHook = z.object({
  user: z.object({ name: z.string() }),
  object_attributes: z.object({
    id: z.number(),
    note: z.string(),
    noteable_type: z.string(),
    action: z.string().optional(),
    system: z.boolean().nullish(),
    internal: z.boolean().nullish(),
    confidential: z.boolean().nullish(),
  }),
  issue: z.object({ id: z.number() }).optional(),
});

/** Checks the signature over id, time and body, or the older plain secret token. */
function verify(call: InboundCall, secret: string, now: number): string | undefined {
  if (!secret.startsWith(SECRET_PREFIX)) {
    const token = call.header('x-gitlab-token');
    if (token !== undefined && timingSafeEquals(token, secret)) return undefined;
    return 'X-Gitlab-Token is not the secret of this integration; set the secret token of the GitLab webhook to it';
  }
  const seconds = Number(call.header('webhook-timestamp') ?? Number.NaN);
  if (!(Math.abs(now / 1000 - seconds) <= TOLERANCE)) {
    return `webhook-timestamp is absent or differs by over ${TOLERANCE} s from the server time; check the clocks`;
  }
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signed = hmacSha256(key, `${call.header('webhook-id')}.${seconds}.`, call.body).toString('base64');
  const signatures = (call.header('webhook-signature') ?? '').split(' ');
  if (signatures.some((signature) => timingSafeEquals(signature, `v1,${signed}`))) return undefined;
  return 'webhook-signature does not match the body; set the signing token of the GitLab webhook to that of this integration';
}

const inbound: Inbound = {
  secretSource: 'pinbound',
  verify,
  read({ header }, payload) {
    const event = header('x-gitlab-event') ?? '';
    const { object_kind: kind } = z.object({ object_kind: z.string() }).parse(payload);
    // Issue hooks are also sent for tasks and other work items, which Pinbound does not create.
    if (/issue hook$/i.test(event) && kind === 'issue') {
      const { object_attributes: issue } = issueHook.parse(payload);
      return { issueId: String(issue.id), at: issue.updated_at, state: issue.state };
    }
    if (event !== 'Note Hook' || kind !== 'note') return undefined;
    const { object_attributes: note, issue, user } = noteHook.parse(payload);
    const isNew = note.action === undefined || note.action === 'create';
    const isHidden = note.system || note.internal || note.confidential;
    if (!issue || note.noteable_type !== 'Issue' || !isNew || isHidden || hasMarker(note.note)) return undefined;
    return { issueId: String(issue.id), comment: { id: String(note.id), text: note.note, author: user.name } };
  },
};

/** gitlab.com and self-managed GitLab. */
export const gitlab: Provider<GitlabSettings, { token: string }> = {
  kind: 'tracker',
  label: LABEL,
  settings: z.object({
    baseUrl: baseUrlInput.default(BASE_URL),
    repository: z
      .string('is required')
      .max(400, 'must have at most 400 characters')
      .regex(
        /^(?:\d+|[\w.-]+(?:\/[\w.-]+)+)$/,
        'must read group/name, group/subgroup/name, or the number of the project',
      ),
  }),
  credentials: z.object({ token: tokenInput }),
  addressOf: ({ baseUrl }) => baseUrl,
  targetSettings: ['repository'],
  listTargets: listProjects,
  hasStartedState: false,
  connect,
  inbound,
};
