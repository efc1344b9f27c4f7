import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { DAY_MS } from '../../../../lib/durations.ts';
import { addComment } from '../../../core/annotations/add-comment.ts';
import { createAnnotation } from '../../../core/annotations/create-annotation.ts';
import { createPublicAnnotation } from '../../../core/annotations/create-public-annotation.ts';
import { findPlace } from '../../../core/annotations/on-snapshot.ts';
import { createLabel } from '../../../core/labels/manage-labels.ts';
import { changeAnnotations } from '../../../core/work-list/change-annotations.ts';
import type { Demo } from '../ensure-demo.ts';
import { DEMO_VIEWPORTS, type DemoCapture, elementOf, firstCapture } from './captures.ts';
import { actingAs, type Colleagues, findColleagues, visiting } from './colleagues.ts';
import { DEMO_COMMENTS, DEMO_LABELS, type DemoComment } from './comments.ts';
import { type DemoEnvironment, findEnvironments } from './environments.ts';

type Writing = Parameters<typeof createAnnotation>[0] &
  Parameters<typeof createPublicAnnotation>[0] &
  Parameters<typeof addComment>[0] &
  Context<'objects' | 'pool'>;

/** Writes the comments, their threads and what was decided about them. */
export async function writeComments(ctx: Writing, demo: Demo): Promise<void> {
  const environments = await findEnvironments(ctx, demo);
  const colleagues = await findColleagues(ctx, demo);
  const labels = await createLabels(ctx, demo);
  for (const [index, comment] of DEMO_COMMENTS.entries()) {
    const environment = environments[comment.environment];
    if (!environment) continue;
    const capture = await firstCapture(ctx, environment);
    const thread = await writeThread(ctx, { demo, comment, environment, capture, colleagues, key: `comment-${index}` });
    await decide(ctx, demo, comment, { id: thread, colleagues, labels });
  }
}

const FIND = statement('write-comments/find', 'SELECT id, name FROM labels WHERE project_id = $projectId');

async function createLabels(ctx: Writing, demo: Demo): Promise<Map<string, string>> {
  const rows = await FIND.rows(ctx.services.pool, { projectId: demo.projectId });
  const labels = new Map(rows.map(({ id, name }) => [name, id]));
  for (const [name, color] of Object.entries(DEMO_LABELS)) {
    if (labels.has(name)) continue;
    const label = { projectId: demo.projectId, name, color };
    labels.set(name, (await createLabel(actingAs(ctx, demo, demo.userId, `label-${name}`), label)).id);
  }
  return labels;
}

interface NewThread {
  demo: Demo;
  comment: DemoComment;
  environment: DemoEnvironment;
  capture: DemoCapture | undefined;
  colleagues: Colleagues;
  /** Prefix of the idempotency keys. */
  key: string;
}

/** @returns id of the annotation */
async function writeThread(ctx: Writing, thread: NewThread): Promise<string> {
  const { demo, comment, colleagues, key } = thread;
  const { by, replies = [] } = comment;
  const { id, visitorToken } = await (typeof by === 'string'
    ? writeAsMember(ctx, thread, colleagues[by])
    : writeAsVisitor(ctx, thread, by));
  for (const [index, { by: author, content, isInternal, mentions }] of replies.entries()) {
    const replyKey = `${key}-${index}`;
    const as =
      author === 'visitor'
        ? { ...visiting(ctx, demo, replyKey), visitorTokens: visitorToken }
        : actingAs(ctx, demo, colleagues[author], replyKey);
    const visibility = isInternal && author !== 'visitor' ? 'internal' : undefined;
    await addComment(as, id, { content, visibility, mentions: mentions?.map((name) => colleagues[name]) });
  }
  return id;
}

interface Written {
  id: string;
  visitorToken?: string;
}

async function writeAsMember(ctx: Writing, thread: NewThread, userId: string): Promise<Written> {
  const { demo, comment, environment, capture, colleagues, key } = thread;
  const point = capture && middleOf(capture, comment);
  return createAnnotation(actingAs(ctx, demo, userId, key), {
    projectId: demo.projectId,
    url: environment.url,
    content: comment.content,
    visibility: comment.isInternal ? 'internal' : 'public',
    mentions: comment.mentions?.map((name) => colleagues[name]),
    metadata: { ...comment.element, viewport: DEMO_VIEWPORTS.desk },
    ...(capture && point && { snapshotId: capture.snapshotId, position_x: point.x, position_y: point.y }),
  });
}

async function writeAsVisitor(
  ctx: Writing,
  { demo, comment, environment, capture, key }: NewThread,
  { name, email }: { name: string; email: string },
): Promise<Written> {
  const point = capture && middleOf(capture, comment);
  const place =
    capture &&
    point &&
    (await findPlace(actingAs(ctx, demo, demo.userId, key), {
      projectId: demo.projectId,
      url: environment.url,
      snapshotId: capture.snapshotId,
      point,
    }));
  return createPublicAnnotation(visiting(ctx, demo, key), {
    projectKey: demo.projectKey,
    url: environment.url,
    content: comment.content,
    name,
    email,
    metadata: { ...(place?.metadata ?? comment.element), viewport: DEMO_VIEWPORTS.desk },
    position_x: place?.position.x,
    position_y: place?.position.y,
  });
}

/** Point of the commented element in the picture; undefined if the page has no such element. */
function middleOf(capture: DemoCapture, { element }: DemoComment): { x: number; y: number } | undefined {
  const found = elementOf(capture, element);
  if (!found) return undefined;
  const [x, y, width, height] = found.box;
  const { x: left, y: top } = capture.record.scroll ?? { x: 0, y: 0 };
  return { x: x - left + width / 2, y: y - top + height / 2 };
}

async function decide(
  ctx: Writing,
  demo: Demo,
  comment: DemoComment,
  { id, colleagues, labels }: { id: string; colleagues: Colleagues; labels: Map<string, string> },
): Promise<void> {
  const { priority, labels: names = [], assignee, dueIn, isInProgress, resolution } = comment;
  const change = {
    ...(priority && { priority }),
    ...(names.length > 0 && { addLabelIds: names.flatMap((name) => labels.get(name) ?? []) }),
    ...(assignee && { assigneeId: colleagues[assignee] }),
    ...(dueIn && { dueOn: new Date(Date.now() + dueIn * DAY_MS) }),
    ...(isInProgress && { status: 'in_progress' }),
    ...(resolution && { resolution }),
  };
  if (Object.keys(change).length === 0) return;
  const decider = assignee === 'demo' ? colleagues.ines : colleagues.tom;
  const as = actingAs(ctx, demo, decider, `decide-${id}`);
  await changeAnnotations(as, { organizationId: demo.organizationId, ids: [id], change });
}
