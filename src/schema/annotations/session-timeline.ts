import type { Context } from '../../context.ts';
import type { Annotation } from '../../generated/prisma/client.ts';
import { oncePer } from '../../lib/once-per.ts';
import { listSessionTimeline, MAX_STEPS, timelineOf } from '../../resolvers/addons/collection/session-timeline.ts';
import { hidesDiagnostics } from '../../resolvers/platform/policies/access.ts';
import type { TimelineStep } from '../../types/collection.ts';
import { builder } from '../builder.ts';
import { readOne } from '../define-operation.ts';

const TrailPosition = builder.objectRef<NonNullable<TimelineStep['position']>>('TrailPosition').implement({
  description: 'A position on the page in CSS pixels.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: 'Distance from the left edge.' }),
    y: t.exposeFloat('y', { description: 'Distance from the top edge.' }),
  }),
});

export const TrailStepType = builder.objectRef<TimelineStep>('TrailStep').implement({
  description: 'One step of a visitor.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'page_view, click, hover, input, or a custom type.' }),
    at: t.expose('at', { type: 'DateTime', description: "Time of the step, corrected for the visitor's clock." }),
    url: t.exposeString('url', { description: 'URL of the page as it was sent; empty if none was sent.' }),
    selector: t.exposeString('selector', { nullable: true, description: 'CSS selector of the element.' }),
    text: t.exposeString('text', { nullable: true, description: 'Text of the element, at most 100 characters.' }),
    position: t.expose('position', {
      type: TrailPosition,
      nullable: true,
      description: 'Position of a click or hover.',
    }),
    inputType: t.exposeString('inputType', { nullable: true, description: 'Type of the form field of an input.' }),
    valueLength: t.exposeInt('valueLength', {
      nullable: true,
      description: 'Number of characters in the form field of an input.',
    }),
  }),
});

/** Arguments of `trail`. */
export const trailArgs = builder.args((t) => ({
  last: t.int({
    defaultValue: 50,
    description: `Maximum number of steps, the latest ones, 1–${MAX_STEPS}. BAD_USER_INPUT for another number.`,
  }),
}));

export const TRAIL_DESCRIPTION =
  "Visitor's steps before the annotation, oldest first, from the session `metadata.sessionId`. Empty without a " +
  "session, for guests and after the events' retention; events beyond COLLECT_HOURLY_MIB are missing.";

/** Steps of an annotation that were read, by number: two fields return them. */
const trailsOf = oncePer((_annotation: Annotation) => new Map<number | undefined, Promise<TimelineStep[]>>());

/** Steps of an annotation that the reader may see. */
export function resolveTrail(
  annotation: Annotation,
  { last }: { last?: number | null },
  ctx: Context,
): Promise<TimelineStep[]> | TimelineStep[] {
  if (hidesDiagnostics(ctx)) return [];
  const trails = trailsOf(annotation);
  const limit = last ?? undefined;
  const trail = trails.get(limit) ?? timelineOf(ctx, annotation, limit);
  trails.set(limit, trail);
  return trail;
}

readOne('annotationTrail', {
  type: [TrailStepType],
  of: 'annotation',
  description:
    "Visitor's last 200 steps before an annotation, oldest first, from the session `metadata.sessionId`. Empty " +
    "without a session and after the events' retention. Events beyond COLLECT_HOURLY_MIB are missing.",
  rest: { path: '/annotations/:id/trail', tag: 'Activity' },
  needs: 'diagnostics.read',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: listSessionTimeline,
});
