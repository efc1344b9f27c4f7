import { z } from 'zod';
import { emailInput } from '../../../platform/input/fields.ts';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { type ApiClient, readJson, undefinedIfNotFound } from './api-client.ts';
import { isValidHubSignature } from './hmac.ts';
import { baseUrlInput, lineInput, tokenInput } from './inputs.ts';
import { FILES_NOTE, hasMarker, issueTitle, visibleMarker } from './issue-text.ts';
import { assertFieldsFilled, issueFieldsInput } from './jira-fields.ts';
import { encodeUrl } from './markdown.ts';
import {
  type AnnotationText,
  type CommentText,
  type ConnectOptions,
  type ExternalIssue,
  type Inbound,
  type IntegrationTarget,
  type IssueState,
  matchesSearch,
  type Provider,
  pageNumber,
  type SentFile,
  type TargetAccess,
  type TargetPage,
  type TargetQuery,
  type Tracker,
} from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'Jira';
const COMMENTS = 50;
/** Projects per page of a list. */
const PROJECTS = 50;

interface JiraSettings {
  baseUrl: string;
  projectKey: string;
  issueType: string;
  /** Account of the token, for Jira Cloud; absent for Data Center. */
  email?: string;
  /** Values of further fields, which the project may require. */
  issueFields?: Record<string, unknown>;
}

/** Statuses differ between projects; their categories are fixed. */
const STATES: Record<string, IssueState> = { new: 'open', undefined: 'open', indeterminate: 'started', done: 'closed' };
const status = z
  .object({ statusCategory: z.object({ key: z.string() }) })
  .transform(({ statusCategory }): IssueState => STATES[statusCategory.key] ?? 'open');

const createdShape = z.object({ id: z.string(), key: z.string() });
const issueShape = createdShape.extend({ fields: z.object({ status }) });
const textShape = issueShape.extend({
  fields: z.object({ status, description: z.string().nullish(), labels: z.array(z.string()).default([]) }),
});
const movableShape = issueShape.extend({
  transitions: z.array(z.object({ id: z.string(), to: status })).default([]),
});
const commentShape = z.object({ id: z.string(), body: z.unknown() });
const projectShape = z.object({
  key: z.string(),
  name: z.string(),
  issueTypes: z.array(z.object({ name: z.string(), subtask: z.boolean().optional() })).optional(),
});

/** Cloud has accounts, and Data Center personal tokens. */
const headersOf = (email: string | undefined, token: string) => ({
  authorization:
    email === undefined ? `Bearer ${token}` : `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`,
});

const toTarget = ({ key, name, issueTypes = [] }: z.infer<typeof projectShape>): IntegrationTarget => ({
  value: key,
  name,
  group: null,
  isPrivate: null,
  issueTypes: issueTypes.flatMap((type) => (type.subtask ? [] : [type.name])),
});

/** Data Center lists all projects at once and cannot search; Cloud has pages and a search. */
async function listProjects(
  { baseUrl = '', email, token, call }: TargetAccess,
  query: TargetQuery,
): Promise<TargetPage> {
  const api = `${baseUrl}/rest/api/2/project`;
  const headers = headersOf(email, token);
  if (email === undefined) {
    const all = readJson(LABEL, await call({ url: api, headers }), z.array(projectShape));
    return { targets: all.filter(({ key, name }) => matchesSearch(query, key, name)).map(toTarget) };
  }
  const page = pageNumber(query);
  const parameters = new URLSearchParams({
    startAt: String((page - 1) * PROJECTS),
    maxResults: String(PROJECTS),
    orderBy: 'key',
    action: 'create',
    expand: 'issueTypes',
    ...(query.search !== undefined && { query: query.search }),
  });
  const shape = z.object({ values: z.array(projectShape), isLast: z.boolean() });
  const { values, isLast } = readJson(LABEL, await call({ url: `${api}/search?${parameters}`, headers }), shape);
  return { targets: values.map(toTarget), ...(!isLast && { next: String(page + 1) }) };
}

/** Block in which wiki markup is not interpreted. */
const verbatim = (text: string): string => `{noformat}\n${text.replace(/\{(?=noformat)/gi, '{\u2060')}\n{noformat}`;
/** Escapes a line for wiki markup. */
const escaped = (text: string): string => oneLine(text).replace(/[\\{}[\]*_+^~?!|#@-]/g, '\\$&');

/** Builds an issue's text in wiki markup, which Cloud and Data Center accept. */
function issueWiki(annotation: AnnotationText): string {
  const { id, content, pageLink, appLink, selector, pictureUrl, author, project, files } = annotation;
  return [
    verbatim(content),
    `*Page:* [${encodeUrl(pageLink)}]`,
    `*Thread:* [${encodeUrl(appLink)}]`,
    ...(selector ? [`*Element:* ${escaped(selector)}`] : []),
    `*By:* ${escaped(author)}, in ${escaped(project)}`,
    ...filesWiki(files),
    ...(pictureUrl ? [`!${encodeUrl(pictureUrl).replace(/!/g, '%21')}!`] : []),
    visibleMarker(id),
  ].join('\n');
}

/** Builds a comment's text in wiki markup. */
const commentWiki = ({ id, content, author, files }: CommentText): string =>
  [`*${escaped(author)}* wrote:`, verbatim(content), ...filesWiki(files), visibleMarker(id)].join('\n');

/** Links files, one a line; nothing without one. */
const filesWiki = (files: readonly SentFile[]): string[] =>
  files.length === 0
    ? []
    : [...files.map(({ name, url }) => `*Attached:* [${escaped(name)}|${encodeUrl(url)}]`), FILES_NOTE];

function connect({ settings, credentials, call }: ConnectOptions<JiraSettings, { token: string }>): Tracker {
  const { baseUrl, projectKey, issueType, email, issueFields = {} } = settings;
  const api = `${baseUrl}/rest/api/2`;
  const headers = headersOf(email, credentials.token);
  const request: ApiClient = (apiCall) => call({ ...apiCall, headers });
  const pathOf = ({ id }: ExternalIssue) => `${api}/issue/${id}`;
  const external = ({ id, key }: z.infer<typeof createdShape>, state: IssueState): ExternalIssue => ({
    id,
    key,
    url: `${baseUrl}/browse/${key}`,
    state,
  });
  /** Label by which the issue is found: texts are indexed by word and may be changed. */
  const labelOf = (marker: string) => `pinbound-${marker}`;

  return {
    location: new URL(api).href,
    async readIssue(issue) {
      const response = await undefinedIfNotFound(request({ url: `${pathOf(issue)}?fields=status,description,labels` }));
      const found = response && readJson(LABEL, response, textShape);
      if (!found) return undefined;
      const { status: state, description, labels } = found.fields;
      return { ...external(found, state), text: [description, ...labels].join('\n') };
    },
    async check() {
      const found = readJson(LABEL, await request({ url: `${api}/project/${projectKey}` }), projectShape);
      const names = found.issueTypes?.filter(({ subtask }) => !subtask).map(({ name }) => name);
      if (names && !names.includes(issueType)) {
        const message = `${found.key} has no issue type "${issueType}"; set issueType to one of ${names.join(', ')}`;
        throw new ProviderError('invalid', message, 400);
      }
      await assertFieldsFilled(request, api, settings, issueFields);
      return `Issues go to ${found.key} (${oneLine(found.name)}), as ${issueType}`;
    },
    async findIssue(marker) {
      const json = {
        jql: `project = "${projectKey}" AND labels = "${labelOf(marker)}"`,
        maxResults: 1,
        fields: ['status'],
      };
      // Cloud has removed the search endpoint of Data Center.
      const url = email === undefined ? `${api}/search` : `${api}/search/jql`;
      const response = await request({ method: 'POST', url, json });
      const [found] = readJson(LABEL, response, z.object({ issues: z.array(issueShape) })).issues;
      return found && external(found, found.fields.status);
    },
    async createIssue(annotation) {
      const json = {
        fields: {
          ...issueFields,
          project: { key: projectKey },
          issuetype: { name: issueType },
          summary: issueTitle(annotation),
          description: issueWiki(annotation),
          labels: ['pinbound', labelOf(annotation.id)],
        },
      };
      const response = await request({ method: 'POST', url: `${api}/issue`, json });
      return external(readJson(LABEL, response, createdShape), 'open');
    },
    async findComment(issue, marker) {
      const url = `${pathOf(issue)}/comment?orderBy=-created&maxResults=${COMMENTS}`;
      const { comments } = readJson(LABEL, await request({ url }), z.object({ comments: z.array(commentShape) }));
      return comments.find(({ body }) => JSON.stringify(body).includes(visibleMarker(marker)))?.id;
    },
    async addComment(issue, comment) {
      const json = { body: commentWiki(comment) };
      const response = await request({ method: 'POST', url: `${pathOf(issue)}/comment`, json });
      return readJson(LABEL, response, commentShape).id;
    },
    async setState(issue, wanted) {
      const url = `${pathOf(issue)}?fields=status&expand=transitions`;
      const { fields, transitions, key } = readJson(LABEL, await request({ url }), movableShape);
      if (fields.status === wanted) return { state: wanted };
      const transition = transitions.find(({ to }) => to === wanted);
      if (transition) {
        const json = { transition: { id: transition.id } };
        const { headers: responseHeaders } = await request({
          method: 'POST',
          url: `${pathOf(issue)}/transitions`,
          json,
        });
        const changedAt = new Date(responseHeaders.date ?? '');
        return { state: wanted, ...(!Number.isNaN(changedAt.getTime()) && { changedAt }) };
      }
      // Not every workflow has a status for work in progress.
      if (wanted === 'started' && fields.status === 'open') return { state: fields.status };
      const message = `${LABEL} offers no transition of ${key} to a status that means ${wanted}; add one to the project's workflow`;
      throw new ProviderError('invalid', message, 400);
    },
  };
}

const inboundShape = z.object({
  timestamp: z.number().optional(),
  webhookEvent: z.string(),
  issue: z.object({ id: z.string(), fields: z.object({ status: status.optional() }).optional() }).optional(),
  comment: z
    .object({
      id: z.string(),
      body: z.unknown(),
      jsdPublic: z.boolean().optional(),
      visibility: z.unknown().optional(),
      author: z.object({ displayName: z.string() }).optional(),
    })
    .optional(),
  changelog: z.object({ items: z.array(z.object({ field: z.string() })) }).optional(),
});

/** Extracts the text of Jira's document format, one line per block. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  const { type, text, content } = (body ?? {}) as { type?: string; text?: string; content?: unknown[] };
  if (text !== undefined) return String(text);
  const inner = (content ?? []).map(textOf).join('');
  return type === 'paragraph' || type === 'codeBlock' || type === 'heading' ? `${inner}\n` : inner;
}

const inbound: Inbound = {
  secretSource: 'pinbound',
  verify: ({ header, body }, secret) =>
    isValidHubSignature(header('x-hub-signature'), body, secret)
      ? undefined
      : 'X-Hub-Signature does not match the body; set the secret of the Jira webhook to the secret of this integration',
  read(_call, payload) {
    const { webhookEvent, timestamp, issue, comment, changelog } = inboundShape.parse(payload);
    if (!issue) return undefined;
    const change = { issueId: issue.id, ...(timestamp !== undefined && { at: new Date(timestamp) }) };
    if (webhookEvent === 'jira:issue_updated') {
      const state = issue.fields?.status;
      const moved = changelog?.items.some(({ field }) => field === 'status');
      return moved && state ? { ...change, state } : undefined;
    }
    if (webhookEvent !== 'comment_created' || !comment || comment.visibility || comment.jsdPublic === false) {
      return undefined;
    }
    const text = textOf(comment.body).trim();
    if (hasMarker(text)) return undefined;
    return { ...change, comment: { id: comment.id, text, author: comment.author?.displayName ?? 'Somebody' } };
  },
};

/** Jira Cloud and Jira Data Center. */
export const jira: Provider<JiraSettings, { token: string }> = {
  kind: 'tracker',
  label: LABEL,
  settings: z.object({
    baseUrl: baseUrlInput,
    projectKey: z
      .string('is required')
      .max(64, 'must have at most 64 characters')
      .regex(/^[A-Z][A-Z0-9_]+$/, 'must be the key of a project, such as SHOP: capital letters, digits and _'),
    issueType: lineInput(60).default('Task'),
    email: emailInput.optional(),
    issueFields: issueFieldsInput.optional(),
  }),
  credentials: z.object({ token: tokenInput }),
  addressOf: ({ baseUrl }) => baseUrl,
  targetSettings: ['projectKey', 'issueType', 'issueFields'],
  listTargets: listProjects,
  hasStartedState: true,
  connect,
  inbound,
};
