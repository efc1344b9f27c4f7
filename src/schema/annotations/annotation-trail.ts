import { listTrail } from '../../resolvers/addons/collection/session-timeline.ts';
import type { TrailStep } from '../../types/collection.ts';
import { builder } from '../builder.ts';
import { itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';

const TrailPosition = builder.objectRef<NonNullable<TrailStep['position']>>('TrailPosition').implement({
  description: 'A place on the page, CSS pixels.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: 'From the left edge.' }),
    y: t.exposeFloat('y', { description: 'From the top.' }),
  }),
});

export const TrailStepType = builder.objectRef<TrailStep>('TrailStep').implement({
  description: 'One thing that a visitor did.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'page_view, click, hover, input, or what the page named it.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When, with a clock that was off corrected.' }),
    url: t.exposeString('url', { description: 'The page, as it was sent; empty where it was not.' }),
    selector: t.exposeString('selector', { nullable: true, description: 'The element.' }),
    text: t.exposeString('text', { nullable: true, description: 'Text of the element, at most 100 characters.' }),
    position: t.expose('position', { type: TrailPosition, nullable: true, description: 'Of a click or hover.' }),
    inputType: t.exposeString('inputType', { nullable: true, description: 'Of an input: the kind of field.' }),
    valueLength: t.exposeInt('valueLength', { nullable: true, description: 'Of an input: characters in the field.' }),
  }),
});

builder.queryField('annotationTrail', (t) =>
  t.field({
    type: [TrailStepType],
    description:
      'What the visitor did before writing an annotation, oldest first, the last 200 steps: the session that its metadata ' +
      'names as sessionId. Empty without one, and when the events are past their time. What came beyond COLLECT_HOURLY_MIB is missing.',
    args: { id: t.arg.id(itsId('annotation')) },
    extensions: operation({
      rest: { method: 'GET', path: '/annotations/:id/trail', tag: 'Activity' },
      needs: 'annotation.read',
      throttle: 'api',
    }),
    resolve: (_root, { id }, ctx) => listTrail(ctx, id),
  }),
);
