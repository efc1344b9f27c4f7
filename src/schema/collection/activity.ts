import { type DailyActivity, listActivity, watchActivity } from '../../resolvers/addons/collection/activity.ts';
import { type ClickMap, getClickMap, VIEWPORT_WIDTHS } from '../../resolvers/addons/collection/get-click-map.ts';
import {
  ACTIVE_PAGES,
  listPageActivity,
  type PageActivity,
} from '../../resolvers/addons/collection/list-page-activity.ts';
import {
  type ElementActivity,
  listTopElements,
  TOP_ELEMENTS,
} from '../../resolvers/addons/collection/list-top-elements.ts';
import type { Activity } from '../../types/collection.ts';
import { builder } from '../builder.ts';
import { bounded } from '../constraints.ts';
import { addQuery, addSubscription } from '../define-operation.ts';
import { ElementBox } from '../element-box.ts';
import { resourceId } from '../id-arguments.ts';
import { PageStructureType } from './page-structures.ts';

const tag = 'Activity';
const urlDescription = 'Only this page; URLs are compared as in the list of annotations.';
const fromDescription = 'First day, UTC. Default: 30 days before the end; at most 366 days.';
const toDescription = 'Last day, UTC. Default: today.';

const DailyActivityType = builder.objectRef<DailyActivity>('DailyActivity').implement({
  description: 'Visitor activity of one day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'Day, YYYY-MM-DD, UTC.' }),
    views: t.exposeFloat('views', { description: 'Number of page views.' }),
    clicks: t.exposeFloat('clicks', { description: 'Number of clicks.' }),
    hovers: t.exposeFloat('hovers', { description: 'Number of hovers.' }),
    inputs: t.exposeFloat('inputs', { description: 'Number of inputs into form fields.' }),
  }),
});

addQuery('activity', {
  type: [DailyActivityType],
  description: 'Daily visitor activity of a project or a page. Days without activity are included.',
  args: builder.args((t) => ({
    projectId: t.id(resourceId('project')),
    url: t.string({ description: urlDescription }),
    from: t.field({ type: 'DateTime', description: fromDescription }),
    to: t.field({ type: 'DateTime', description: toDescription }),
  })),
  rest: { method: 'GET', path: '/v1/projects/:projectId/activity', envelope: 'data', tag },
  needs: 'activity.read',
  acceptsTokens: true,
  resolve: listActivity,
});

const ElementActivityType = builder.objectRef<ElementActivity>('ElementActivity').implement({
  description: 'Visitor activity on one element of a page.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Normalized URL of the page.' }),
    selector: t.exposeString('selector', { description: 'CSS selector reported by the embed script.' }),
    clicks: t.exposeFloat('clicks', { description: 'Number of clicks.' }),
    hovers: t.exposeFloat('hovers', { description: 'Number of hovers.' }),
    inputs: t.exposeFloat('inputs', { description: 'Number of inputs into form fields.' }),
  }),
});

addQuery('topElements', {
  type: [ElementActivityType],
  description: 'The most clicked elements of a project or a page.',
  args: builder.args((t) => ({
    projectId: t.id(resourceId('project')),
    url: t.string({ description: urlDescription }),
    from: t.field({ type: 'DateTime', description: fromDescription }),
    to: t.field({ type: 'DateTime', description: toDescription }),
    limit: t.int(bounded('Maximum number of elements', TOP_ELEMENTS)),
  })),
  rest: { method: 'GET', path: '/v1/projects/:projectId/top-elements', envelope: 'data', tag },
  needs: 'activity.read',
  acceptsTokens: true,
  resolve: listTopElements,
});

const PageActivityType = builder.objectRef<PageActivity>('PageActivity').implement({
  description: 'Visitor activity on a page.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Normalized URL of the page.' }),
    views: t.exposeFloat('views', { description: 'Number of page views.' }),
    clicks: t.exposeFloat('clicks', { description: 'Number of clicks.' }),
    hovers: t.exposeFloat('hovers', { description: 'Number of hovers.' }),
    inputs: t.exposeFloat('inputs', { description: 'Number of inputs into form fields.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'Time of the last event of the page.' }),
  }),
});

addQuery('pageActivity', {
  type: [PageActivityType],
  description: 'Pages of a project with visitor activity, the most viewed first.',
  args: builder.args((t) => ({
    projectId: t.id(resourceId('project')),
    from: t.field({ type: 'DateTime', description: fromDescription }),
    to: t.field({ type: 'DateTime', description: toDescription }),
    limit: t.int(bounded('Maximum number of pages', ACTIVE_PAGES)),
  })),
  rest: { method: 'GET', path: '/v1/projects/:projectId/page-activity', envelope: 'data', tag },
  needs: 'activity.read',
  acceptsTokens: true,
  resolve: listPageActivity,
});

const ClickPoint = builder.objectRef<ClickMap['points'][number]>('ClickPoint').implement({
  description: 'A clicked position on a page.',
  fields: (t) => ({
    x: t.exposeFloat('x', { description: 'CSS pixels from the left edge of the page.' }),
    y: t.exposeFloat('y', { description: 'CSS pixels from the top edge of the page.' }),
    clicks: t.exposeInt('clicks', { description: 'Number of clicks at this position.' }),
  }),
});

const ClickedElement = builder.objectRef<ClickMap['elements'][number]>('ClickedElement').implement({
  description: 'A clicked element.',
  fields: (t) => ({
    selector: t.exposeString('selector', { description: 'CSS selector reported by the embed script.' }),
    clicks: t.exposeInt('clicks', { description: 'Number of clicks on the element.' }),
    box: t.expose('box', {
      type: ElementBox,
      nullable: true,
      description: 'Bounding box in `structure`; null when the structure no longer contains the element.',
    }),
  }),
});

const ViewportClicks = builder.objectRef<ClickMap['viewports'][number]>('ViewportClicks').implement({
  description: 'Clicks in viewports of one width.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: "Width of the viewport in CSS pixels, at the visit's last view." }),
    clicks: t.exposeInt('clicks', { description: 'Number of clicks.' }),
  }),
});

const ClickMapType = builder.objectRef<ClickMap>('ClickMap').implement({
  description: 'Clicks on a page, for display over an image of it.',
  fields: (t) => ({
    clicks: t.exposeInt('clicks', { description: 'Number of clicks in the period that are stored as single events.' }),
    points: t.expose('points', { type: [ClickPoint], description: 'The 2 000 most clicked positions.' }),
    elements: t.expose('elements', { type: [ClickedElement], description: 'The 200 most clicked elements.' }),
    viewports: t.expose('viewports', {
      type: [ViewportClicks],
      description:
        'The 50 viewport widths with the most clicks in the period, whatever widths are requested. Capture the page ' +
        'in one of them to draw its clicks on the picture.',
    }),
    structure: t.expose('structure', {
      type: PageStructureType,
      nullable: true,
      description: 'Latest structure of the page, to which the boxes refer.',
    }),
  }),
});

addQuery('clickMap', {
  type: ClickMapType,
  description:
    'Clicks on a page, as far back as single events are stored (COLLECT_RETENTION_DAYS). Events beyond ' +
    'COLLECT_HOURLY_MIB are not included.',
  args: builder.args((t) => ({
    projectId: t.id(resourceId('project')),
    url: t.string({ required: true, description: 'URL of the page; URLs are compared as in the list of annotations.' }),
    minViewportWidth: t.int(
      bounded('Only clicks of visits whose viewport has at least this width in CSS pixels', VIEWPORT_WIDTHS),
    ),
    maxViewportWidth: t.int(
      bounded('Only clicks of visits whose viewport has at most this width in CSS pixels', VIEWPORT_WIDTHS),
    ),
    from: t.field({ type: 'DateTime', description: fromDescription }),
    to: t.field({ type: 'DateTime', description: toDescription }),
  })),
  rest: { method: 'GET', path: '/v1/projects/:projectId/click-map', envelope: 'data', tag },
  needs: 'activity.read',
  acceptsTokens: true,
  resolve: getClickMap,
});

const ActivityCounts = builder.objectRef<Activity>('ActivityCounts').implement({
  description: 'Visitor activity of today, UTC.',
  fields: (t) => ({
    views: t.exposeFloat('views', { description: 'Number of page views.' }),
    clicks: t.exposeFloat('clicks', { description: 'Number of clicks.' }),
    hovers: t.exposeFloat('hovers', { description: 'Number of hovers.' }),
    inputs: t.exposeFloat('inputs', { description: 'Number of inputs into form fields.' }),
  }),
});

addSubscription('activityChanged', {
  type: ActivityCounts,
  description:
    "Today's activity of a project. Sends the current counts, then the changed counts at most once a second.",
  args: builder.args((t) => ({ projectId: t.id(resourceId('project')) })),
  needs: 'activity.read',
  acceptsTokens: true,
  sharedExecution: true,
  subscribe: (ctx, args) => watchActivity(ctx, args.projectId),
});
