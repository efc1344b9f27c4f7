import { type Accepted, collect, getCollectSettings } from '../../resolvers/addons/collection/collect.ts';
import { recordPageEvent } from '../../resolvers/addons/collection/record-page-event.ts';
import { builder } from '../builder.ts';
import { addMutation, addQuery } from '../define-operation.ts';

const tag = 'Public';

const AcceptedType = builder.objectRef<Accepted>('Accepted').implement({
  description: 'Result of a collect request. The events are committed.',
  fields: (t) => ({
    accepted: t.exposeInt('accepted', {
      description:
        'Number of counted events, plus 1 for a page structure if the storage quota allowed it; 0 when the visitor ' +
        'asks not to be tracked.',
    }),
  }),
});

const CollectSettings = builder.objectRef<{ respectDoNotTrack: boolean }>('CollectSettings').implement({
  description: 'Settings that the embed script reads before it collects.',
  fields: (t) => ({
    respectDoNotTrack: t.exposeBoolean('respectDoNotTrack', {
      description: 'Whether visitors who ask not to be tracked are excluded from collection.',
    }),
  }),
});

addMutation('collect', {
  type: AcceptedType,
  description:
    'Stores a batch of the embed script atomically. Batches with the same sessionId, timestamp and content are ' +
    'stored once. Beyond COLLECT_HOURLY_MIB, events are added to the counts of their page without being stored ' +
    "individually. FORBIDDEN also when the plan's limit of events is reached. UNAVAILABLE when the batch cannot " +
    'be stored at the moment: send it again.',
  args: builder.args((t) => ({
    projectKey: t.string({
      description: 'Key or ID of the project. Alternative: the header x-project-key.',
    }),
    timestamp: t.float({
      required: true,
      description: "Time of sending by the visitor's clock: Unix time in milliseconds or seconds.",
    }),
    url: t.string({ required: true, description: 'URL of the page: http or https, at most 2 048 characters.' }),
    userAgent: t.string({ description: 'User agent of the browser. Default: the header user-agent.' }),
    sessionId: t.string({ required: true, description: 'Identifier of the visit, 1–128 characters.' }),
    snapshot: t.field({
      type: 'PageSnapshot',
      description:
        'Page structure: timestamp, url, title, elements, assets, fonts, viewport {width, height}. With `base`: the ' +
        'changes since that structure.',
    }),
    events: t.field({
      type: ['JSONObject'],
      description:
        'Events, at most 1 000: type (click, hover or input), timestamp, elementMetadata, and position {x, y}, or inputType and ' +
        'valueLength.',
    }),
  })),
  rest: { method: 'POST', path: '/v1/collect', status: 202, tag, auth: 'key', fastPath: true, errorStatuses: [403] },
  throttle: 'collect',
  resolve: collect,
});

addMutation('recordPageEvent', {
  type: AcceptedType,
  description:
    "Stores one event of a page. FORBIDDEN also when the plan's limit of events is reached. UNAVAILABLE when the " +
    'event cannot be stored at the moment: send it again.',
  args: builder.args((t) => ({
    projectKey: t.string({
      description: 'Key or ID of the project. Alternative: the header x-project-key.',
    }),
    type: t.string({
      required: true,
      description: 'page_view, which is counted, or a custom type of at most 64 characters, which is stored.',
    }),
    data: t.field({
      type: 'JSONObject',
      required: true,
      description:
        'url (default: Referer or Origin), sessionId and timestamp (for deduplication), and any other members.',
    }),
  })),
  rest: { method: 'POST', path: '/svc/event', status: 202, tag, auth: 'key', fastPath: true, errorStatuses: [403] },
  throttle: 'collect',
  resolve: recordPageEvent,
});

addQuery('collectSettings', {
  type: CollectSettings,
  description: 'Collection settings of a project. UNAVAILABLE when the database cannot be reached.',
  args: builder.args((t) => ({
    projectKey: t.string({ required: true, description: 'Key or ID of the project.' }),
  })),
  rest: {
    method: 'GET',
    path: '/v1/collect/:projectKey/settings',
    envelope: 'data',
    tag,
    auth: 'none',
    errorStatuses: [403],
  },
  throttle: 'collect',
  resolve: (ctx, { projectKey }) => getCollectSettings(ctx, projectKey),
});
