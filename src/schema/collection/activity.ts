import { type DailyActivity, listActivity } from '../../resolvers/addons/collection/activity.ts';
import { type ClickMap, getClickMap } from '../../resolvers/addons/collection/get-click-map.ts';
import {
  type ElementActivity,
  listTopElements,
  TOP_ELEMENTS,
} from '../../resolvers/addons/collection/list-top-elements.ts';
import { watchActivity } from '../../resolvers/collection/watch-activity.ts';
import type { Activity } from '../../types/collection.ts';
import { builder } from '../builder.ts';
import { bounded } from '../constraints.ts';
import { ElementBox } from '../element-box.ts';
import { itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { PageStructureType } from './page-structures.ts';

const tag = 'Activity';
const urlDescription = 'Only of this page; compared as for the list of annotations.';
const fromDescription = 'The first day, UTC. Default: 30 days in all, at most 366.';
const toDescription = 'The last day, UTC. Default: today.';

const DailyActivityType = builder.objectRef<DailyActivity>('DailyActivity').implement({
  description: 'What visitors did on one day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'YYYY-MM-DD, UTC.' }),
    views: t.exposeFloat('views', { description: 'Page views.' }),
    clicks: t.exposeFloat('clicks', { description: 'Clicks.' }),
    hovers: t.exposeFloat('hovers', { description: 'Hovers.' }),
    inputs: t.exposeFloat('inputs', { description: 'Inputs into form fields.' }),
  }),
});

builder.queryField('activity', (t) =>
  t.field({
    type: [DailyActivityType],
    description: 'What visitors of a project or a page did, day by day, days without anything included.',
    args: {
      projectId: t.arg.id(itsId('project')),
      url: t.arg.string({ description: urlDescription }),
      from: t.arg({ type: 'DateTime', description: fromDescription }),
      to: t.arg({ type: 'DateTime', description: toDescription }),
    },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/projects/:projectId/activity', envelope: 'data', tag },
      needs: 'project.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => listActivity(ctx, args),
  }),
);

const ElementActivityType = builder.objectRef<ElementActivity>('ElementActivity').implement({
  description: 'What visitors did with one element of a page.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The page, normalised.' }),
    selector: t.exposeString('selector', { description: 'CSS selector, as the embed script gave it.' }),
    clicks: t.exposeFloat('clicks', { description: 'Clicks.' }),
    hovers: t.exposeFloat('hovers', { description: 'Hovers.' }),
    inputs: t.exposeFloat('inputs', { description: 'Inputs.' }),
  }),
});

builder.queryField('topElements', (t) =>
  t.field({
    type: [ElementActivityType],
    description: 'The most clicked elements of a project or a page.',
    args: {
      projectId: t.arg.id(itsId('project')),
      url: t.arg.string({ description: urlDescription }),
      from: t.arg({ type: 'DateTime', description: fromDescription }),
      to: t.arg({ type: 'DateTime', description: toDescription }),
      limit: t.arg.int(bounded('How many', TOP_ELEMENTS)),
    },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/projects/:projectId/top-elements', envelope: 'data', tag },
      needs: 'project.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => listTopElements(ctx, args),
  }),
);

const ClickPoint = builder.objectRef<ClickMap['points'][number]>('ClickPoint').implement({
  description: 'A place of a page that was clicked.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: "CSS pixels from the page's left edge." }),
    y: t.exposeFloat('y', { description: "CSS pixels from the page's top." }),
    clicks: t.exposeInt('clicks', { description: 'Clicks at this place.' }),
  }),
});

const ClickedElement = builder.objectRef<ClickMap['elements'][number]>('ClickedElement').implement({
  description: 'An element that was clicked.',
  fields: (t) => ({
    selector: t.exposeString('selector', { description: 'CSS selector, as the embed script gave it.' }),
    clicks: t.exposeInt('clicks', { description: 'Clicks on it.' }),
    box: t.expose('box', {
      type: ElementBox,
      nullable: true,
      description: 'Its place in `structure`; null when it is not there any more.',
    }),
  }),
});

const ClickMapType = builder.objectRef<ClickMap>('ClickMap').implement({
  description: 'Where a page was clicked, to draw over a picture of it.',
  fields: (t) => ({
    clicks: t.exposeInt('clicks', { description: 'All clicks of the period that were kept one by one.' }),
    points: t.expose('points', { type: [ClickPoint], description: 'The 2 000 most clicked places.' }),
    elements: t.expose('elements', { type: [ClickedElement], description: 'The 200 most clicked elements.' }),
    structure: t.expose('structure', {
      type: PageStructureType,
      nullable: true,
      description: 'The newest structure of the page; the boxes are those of it.',
    }),
  }),
});

builder.queryField('clickMap', (t) =>
  t.field({
    type: ClickMapType,
    description:
      'Where a page was clicked, as far back as events are kept one by one (COLLECT_RETENTION_DAYS), without those that came ' +
      'beyond COLLECT_HOURLY_MIB.',
    args: {
      projectId: t.arg.id(itsId('project')),
      url: t.arg.string({ required: true, description: 'The page; compared as for the list of annotations.' }),
      from: t.arg({ type: 'DateTime', description: fromDescription }),
      to: t.arg({ type: 'DateTime', description: toDescription }),
    },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/projects/:projectId/click-map', envelope: 'data', tag },
      needs: 'project.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getClickMap(ctx, args),
  }),
);

const ActivityCounts = builder.objectRef<Activity>('ActivityCounts').implement({
  description: 'What visitors have done today, UTC.',
  fields: (t) => ({
    views: t.exposeFloat('views', { description: 'Page views.' }),
    clicks: t.exposeFloat('clicks', { description: 'Clicks.' }),
    hovers: t.exposeFloat('hovers', { description: 'Hovers.' }),
    inputs: t.exposeFloat('inputs', { description: 'Inputs into form fields.' }),
  }),
});

builder.subscriptionField('activityChanged', (t) =>
  t.field({
    type: ActivityCounts,
    description: "Today's activity of a project: now, and at most once a second when it has changed.",
    args: { projectId: t.arg.id(itsId('project')) },
    extensions: operation({ needs: 'project.read', throttle: 'api', sameForAll: true }),
    subscribe: (_root, args, ctx) => watchActivity(ctx, args.projectId),
    resolve: (counts) => counts,
  }),
);
