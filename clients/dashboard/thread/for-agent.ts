import type { ThreadFileFragment, ThreadQuery, ThreadTrailQuery } from '../graphql-types.generated.ts';
import { newestPins, type Pin } from './newest-pins.ts';
import { sourcePlace } from './source-place.ts';

type Annotation = NonNullable<ThreadQuery['annotation']>;

/** Facts that a thread does not show at once. */
export interface AgentContext {
  pins: readonly Pin[];
  trail: NonNullable<ThreadTrailQuery['annotationTrail']>;
}

/** Members of a fingerprint that find the element in the source. */
const FINGERPRINT = ['selector', 'xpath', 'text'] as const;

/**
 * Everything that a coding agent needs to work on a comment, as Markdown. Texts of people and of
 * pages are in fenced blocks or in backticks, more than the text has in a row.
 */
export function forAgent(annotation: Annotation, { pins, trail }: AgentContext): string {
  const { number, content, comments, attachments, diagnostics } = annotation;
  const sections = [
    `# Comment ${number}`,
    factsOf(annotation),
    fenced(content),
    ...section('Element', elementOf(annotation)),
    ...section('Source code, as the page states it', (diagnostics?.source ?? []).map(sourceLine)),
    ...section('In the latest captures', newestPins(pins).map(captureOf)),
    ...section('Files', attachments.map(fileOf)),
    ...comments.nodes.flatMap(({ author, visibility, content: reply, attachments: files }) => [
      `## Reply by ${inline(author.name ?? 'a visitor')}${visibility === 'internal' ? ' (internal)' : ''}`,
      fenced(reply),
      ...(files.length > 0 ? [files.map(fileOf).join('\n')] : []),
    ]),
    ...section('Browser', browserOf(diagnostics?.browser)),
    ...block(
      'Console',
      diagnostics?.console.map(({ level, text }) => `${level ?? 'log'}: ${text}`),
    ),
    ...block(
      'Failed requests',
      diagnostics?.requests.map(({ url, status }) => `${status ?? 0} ${url}`),
    ),
    ...block(
      'Steps before the comment',
      trail.map(({ type, text, selector, url }) => `${type} ${text ?? selector ?? url}`),
    ),
    ...section('Once the fix is published', stepsToResolve(annotation)),
  ];
  return `${sections.join('\n\n')}\n`;
}

const factsOf = ({ url, link, appLink, labels, externalIssues, ...facts }: Annotation): string =>
  [
    `- Page: ${inline(url)}`,
    `- Thread on the page: ${inline(link)}`,
    `- Thread in the dashboard: ${inline(appLink)}`,
    `- For agents with MCP: ${inline(`${new URL(appLink).origin}/mcp`)}, get_comment with the id ${inline(facts.id)}`,
    ...(facts.environment ? [`- Environment: ${inline(facts.environment.name)}`] : []),
    `- Status: ${facts.status}, priority: ${facts.priority}, pin: ${facts.anchor.state}`,
    ...(labels.length > 0 ? [`- Labels: ${labels.map(({ name }) => inline(name)).join(', ')}`] : []),
    ...(facts.dueOn ? [`- Due: ${facts.dueOn}`] : []),
    ...(facts.assignee ? [`- Assigned to: ${inline(facts.assignee.name)}`] : []),
    ...externalIssues.map((issue) => `- Issue: ${inline(issue.key)} ${inline(issue.url)}`),
  ].join('\n');

function elementOf({ domFingerprint, metadata, lastSeen, sentPicture }: Annotation): string[] {
  const { tag, styles, traits } = metadata;
  const capture = lastSeen?.meant ? lastSeen.imageUrl : undefined;
  const picture = sentPicture?.isDrawn ? sentPicture.url : (capture ?? sentPicture?.url);
  return [
    ...(typeof tag === 'string' ? [`- tag: ${inline(tag)}`] : []),
    ...FINGERPRINT.flatMap((name) => {
      const value = domFingerprint[name];
      return typeof value === 'string' && value !== '' ? [`- ${name}: ${inline(value)}`] : [];
    }),
    ...Object.entries(textsOf(traits)).map(([name, value]) => `- ${name}: ${inline(value)}`),
    ...(styles ? [`- styles: ${inline(JSON.stringify(styles))}`] : []),
    ...(picture ? [`- picture: ${inline(picture)}`] : []),
    ...(capture && capture !== picture ? [`- picture of the page: ${inline(capture)}`] : []),
  ];
}

/** Attributes of the element: the members of its traits that are texts. */
const textsOf = (traits: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((traits ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'xpath',
    ),
  );

const sourceLine = ({ component, ...hint }: NonNullable<Annotation['diagnostics']>['source'][number]): string =>
  `- ${inline(sourcePlace(hint))}${component ? ` ${inline(component)}` : ''}`;

function captureOf({ state, styles, cropUrl, snapshot }: Pin): string {
  const name = inline(snapshot?.environment?.name ?? 'no environment');
  return [
    `- ${name}, ${snapshot?.viewport.width} px wide, ${snapshot?.createdAt}: ${state}`,
    ...(styles ? [`  - styles: ${inline(JSON.stringify(styles))}`] : []),
    ...(cropUrl ? [`  - picture: ${inline(cropUrl)}`] : []),
  ].join('\n');
}

/** Requests that check a published fix, and resolve the comment with what the check found. */
function stepsToResolve({ id, appLink, status }: Annotation): string[] {
  if (status === 'resolved') return [];
  const { origin } = new URL(appLink);
  return [
    `1. ${inline(`POST ${origin}/v1/annotations/${id}/verify-fix`)} (verifyFix) captures the page, and returns a snapshot.`,
    `2. ${inline(`GET ${origin}/v1/annotations/${id}/verdict?snapshotId=<snapshot>`)} (fixVerdict), repeated until the verdict is not null.`,
    `3. For ${inline('changed')} or ${inline('gone')}: ${inline(`PUT ${origin}/annotations/${id}/status`)} with ${inline('{"status": "resolved", "verdictId": "<id of the verdict>"}')}. Otherwise the fix does not show yet.`,
  ];
}

const fileOf = ({ name, contentType, url }: ThreadFileFragment): string =>
  `- ${inline(name)} (${contentType})${url ? `: ${inline(url)}` : ''}`;

const browserOf = (browser: NonNullable<Annotation['diagnostics']>['browser'] | undefined): string[] =>
  Object.entries(browser ?? {})
    .filter(([name, value]) => value !== null && name !== '__typename')
    .map(([name, value]) => `- ${name}: ${inline(valueText(value))}`);

const valueText = (value: unknown): string => {
  const { width, height } = Object(value);
  return width === undefined ? String(value) : `${width} × ${height}`;
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`## ${title}`, lines.join('\n')] : [];

const block = (title: string, lines: readonly string[] = []): string[] =>
  lines.length > 0 ? [`## ${title}`, fenced(lines.join('\n'))] : [];

/** Text in backticks on one line; more backticks than the text has in a row. */
function inline(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const ticks = '`'.repeat(longestRun(line) + 1);
  return `${ticks} ${line} ${ticks}`;
}

function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${text}\n${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
