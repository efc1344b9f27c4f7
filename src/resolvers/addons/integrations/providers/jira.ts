import { z } from 'zod';
import { emailInput } from '../../../platform/input/fields.ts';
import { oneLine } from '../../../text/one-line.ts';
import { type Call, readJson, unlessAbsent } from './api-client.ts';
import { isHubSignature } from './hmac.ts';
import { baseUrlInput, lineInput, tokenInput } from './inputs.ts';
import { isMarked, issueTitle, shownMarker } from './issue-text.ts';
import { encodeUrl } from './markdown.ts';
import type {
  AnnotationText,
  CommentText,
  ExternalIssue,
  Inbound,
  IssueState,
  Link,
  Provider,
  Tracker,
} from './provider.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'Jira';
const COMMENTS = 50;

interface JiraSettings {
  baseUrl: string;
  projectKey: string;
  issueType: string;
  /** Of the token's account: Jira Cloud. Absent: Data Center, whose tokens stand alone. */
  email?: string;
}

/** Statuses differ from project to project; their categories are Jira's own. */
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

/** What stands in a block that wiki markup leaves alone. */
const verbatim = (text: string): string => `{noformat}\n${text.replace(/\{(?=noformat)/gi, '{\u2060')}\n{noformat}`;
/** A line of which wiki markup reads nothing. */
const escaped = (text: string): string => oneLine(text).replace(/[\\{}[\]*_+^~?!|#@-]/g, '\\$&');

/** An issue's text in Jira's wiki markup, which Cloud and Data Center both take. */
function issueWiki({ id, content, pageUrl, selector, pictureUrl, author, project }: AnnotationText): string {
  return [
    verbatim(content),
    `*Page:* [${encodeUrl(pageUrl)}]`,
    ...(selector ? [`*Element:* ${escaped(selector)}`] : []),
    `*By:* ${escaped(author)}, in ${escaped(project)}`,
    ...(pictureUrl ? [`!${encodeUrl(pictureUrl).replace(/!/g, '%21')}!`] : []),
    shownMarker(id),
  ].join('\n');
}

/** A comment's text in Jira's wiki markup. */
const commentWiki = ({ id, content, author }: CommentText): string =>
  `*${escaped(author)}* wrote:\n${verbatim(content)}\n${shownMarker(id)}`;

function connect({ settings, credentials, call }: Link<JiraSettings, { token: string }>): Tracker {
  const { baseUrl, projectKey, issueType, email } = settings;
  const api = `${baseUrl}/rest/api/2`;
  const basic = `Basic ${Buffer.from(`${email}:${credentials.token}`).toString('base64')}`;
  const headers = { authorization: email === undefined ? `Bearer ${credentials.token}` : basic };
  const request: Call = (given) => call({ ...given, headers });
  const pathOf = ({ id }: ExternalIssue) => `${api}/issue/${id}`;
  const external = ({ id, key }: z.infer<typeof createdShape>, state: IssueState): ExternalIssue => ({
    id,
    key,
    url: `${baseUrl}/browse/${key}`,
    state,
  });
  /** A label finds the issue again: texts are indexed by word, and need not hold what was sent. */
  const labelOf = (mark: string) => `pinbound-${mark}`;

  return {
    place: new URL(api).href,
    async readIssue(issue) {
      const answer = await unlessAbsent(request({ url: `${pathOf(issue)}?fields=status,description,labels` }));
      const found = answer && readJson(LABEL, answer, textShape);
      if (!found) return undefined;
      const { status: state, description, labels } = found.fields;
      return { ...external(found, state), text: [description, ...labels].join('\n') };
    },
    async check() {
      const found = readJson(LABEL, await request({ url: `${api}/project/${projectKey}` }), projectShape);
      const names = found.issueTypes?.filter(({ subtask }) => !subtask).map(({ name }) => name);
      if (names && !names.includes(issueType)) {
        const message = `${found.key} has no issue type "${issueType}"; it has ${names.join(', ')}`;
        throw new ProviderError('invalid', message, 400);
      }
      return `Issues go to ${found.key} (${oneLine(found.name)}), as ${issueType}`;
    },
    async findIssue(mark) {
      const json = {
        jql: `project = "${projectKey}" AND labels = "${labelOf(mark)}"`,
        maxResults: 1,
        fields: ['status'],
      };
      // Cloud has dropped the search that Data Center has.
      const url = email === undefined ? `${api}/search` : `${api}/search/jql`;
      const answer = await request({ method: 'POST', url, json });
      const [found] = readJson(LABEL, answer, z.object({ issues: z.array(issueShape) })).issues;
      return found && external(found, found.fields.status);
    },
    async createIssue(annotation) {
      const json = {
        fields: {
          project: { key: projectKey },
          issuetype: { name: issueType },
          summary: issueTitle(annotation),
          description: issueWiki(annotation),
          labels: ['pinbound', labelOf(annotation.id)],
        },
      };
      const answer = await request({ method: 'POST', url: `${api}/issue`, json });
      return external(readJson(LABEL, answer, createdShape), 'open');
    },
    async findComment(issue, mark) {
      const url = `${pathOf(issue)}/comment?orderBy=-created&maxResults=${COMMENTS}`;
      const { comments } = readJson(LABEL, await request({ url }), z.object({ comments: z.array(commentShape) }));
      return comments.find(({ body }) => JSON.stringify(body).includes(shownMarker(mark)))?.id;
    },
    async addComment(issue, comment) {
      const json = { body: commentWiki(comment) };
      const answer = await request({ method: 'POST', url: `${pathOf(issue)}/comment`, json });
      return readJson(LABEL, answer, commentShape).id;
    },
    async setState(issue, wanted) {
      const url = `${pathOf(issue)}?fields=status&expand=transitions`;
      const { fields, transitions, key } = readJson(LABEL, await request({ url }), movableShape);
      if (fields.status === wanted) return { state: wanted };
      const transition = transitions.find(({ to }) => to === wanted);
      if (transition) {
        const json = { transition: { id: transition.id } };
        const { headers: said } = await request({ method: 'POST', url: `${pathOf(issue)}/transitions`, json });
        const changedAt = new Date(said.date ?? '');
        return { state: wanted, ...(!Number.isNaN(changedAt.getTime()) && { changedAt }) };
      }
      // Not every workflow tells begun work from work that was not.
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

/** Jira's document format as text: the text nodes, each block on a line of its own. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  const { type, text, content } = (body ?? {}) as { type?: string; text?: string; content?: unknown[] };
  if (text !== undefined) return String(text);
  const inner = (content ?? []).map(textOf).join('');
  return type === 'paragraph' || type === 'codeBlock' || type === 'heading' ? `${inner}\n` : inner;
}

const inbound: Inbound = {
  secretBy: 'us',
  verify: ({ header, body }, secret) =>
    isHubSignature(header('x-hub-signature'), body, secret)
      ? undefined
      : 'X-Hub-Signature does not fit the body; give the webhook in Jira the secret of this integration',
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
    if (isMarked(text)) return undefined;
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
  }),
  credentials: z.object({ token: tokenInput }),
  addressOf: ({ baseUrl }) => baseUrl,
  knowsStarted: true,
  connect,
  inbound,
};
