import { type Accepted, collect } from '../../resolvers/addons/collection/collect.ts';
import { recordPageEvent } from '../../resolvers/addons/collection/record-page-event.ts';
import { collectSettings } from '../../resolvers/collection/collect-settings.ts';
import { builder } from '../builder.ts';
import { operation } from '../operation.ts';

const tag = 'Public';

const AcceptedType = builder.objectRef<Accepted>('Accepted').implement({
  description: 'What was kept: it is committed.',
  fields: (t) => ({
    accepted: t.exposeInt('accepted', {
      description:
        'Events that were counted, plus 1 for a snapshot if there was room for it; 0 when the visitor asks not to be tracked.',
    }),
  }),
});

const CollectSettings = builder.objectRef<{ respectDoNotTrack: boolean }>('CollectSettings').implement({
  description: 'What the embed script must know before it collects.',
  fields: (t) => ({
    respectDoNotTrack: t.exposeBoolean('respectDoNotTrack', {
      description: 'Whether nothing is collected of visitors who ask for that.',
    }),
  }),
});

builder.mutationField('collect', (t) =>
  t.field({
    type: AcceptedType,
    description:
      'Keeps what the embed script collected: all of it or nothing. A repeat with the same sessionId, timestamp and content ' +
      'is stored once. Beyond COLLECT_HOURLY_MIB, events count for their page and are not kept one by one. FORBIDDEN also when the plan has no room for its events. UNAVAILABLE when it cannot be stored at the moment: send it again.',
    args: {
      projectKey: t.arg.string({
        description: 'Key or id of the project; may stand in the header x-project-key instead.',
      }),
      timestamp: t.arg.float({
        required: true,
        description: 'When it was sent, by the clock of the visitor: Unix time in milliseconds or seconds.',
      }),
      url: t.arg.string({ required: true, description: 'The page: http or https, at most 2 048 characters.' }),
      userAgent: t.arg.string({ description: "The browser's name for itself. Default: the header user-agent." }),
      sessionId: t.arg.string({ required: true, description: 'Names the visit, 1–128 characters.' }),
      snapshot: t.arg({
        type: 'PageSnapshot',
        description:
          'timestamp, url, title, elements, assets, fonts, viewport {width, height}; or, with base, what changed since.',
      }),
      events: t.arg({
        type: ['JSONObject'],
        description:
          'At most 1 000: type (click, hover or input), timestamp, elementMetadata, and position {x, y}, or inputType and ' +
          'valueLength.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/v1/collect', status: 202, tag, auth: 'key', direct: true, refusals: [403] },
      throttle: 'collect',
    }),
    resolve: (_root, args, ctx) => collect(ctx, args),
  }),
);

builder.mutationField('recordPageEvent', (t) =>
  t.field({
    type: AcceptedType,
    description:
      'Keeps one event of a page as a whole. FORBIDDEN also when the plan has no room for it. UNAVAILABLE when it cannot be stored at the moment: send it again.',
    args: {
      projectKey: t.arg.string({
        description: 'Key or id of the project; may stand in the header x-project-key instead.',
      }),
      type: t.arg.string({
        required: true,
        description: 'page_view, which is counted; any other word of at most 64 characters is kept.',
      }),
      data: t.arg({
        type: 'JSONObject',
        required: true,
        description:
          'url, else the page is what Referer or Origin names; sessionId and timestamp, by which repeats are known; anything else.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/svc/event', status: 202, tag, auth: 'key', direct: true, refusals: [403] },
      throttle: 'collect',
    }),
    resolve: (_root, args, ctx) => recordPageEvent(ctx, args),
  }),
);

builder.queryField('collectSettings', (t) =>
  t.field({
    type: CollectSettings,
    description:
      'Whether a project collects of visitors who ask not to be tracked. UNAVAILABLE when the database is away.',
    args: { projectKey: t.arg.string({ required: true, description: 'Key or id of the project.' }) },
    extensions: operation({
      rest: {
        method: 'GET',
        path: '/v1/collect/:projectKey/settings',
        envelope: 'data',
        tag,
        auth: 'none',
        refusals: [403],
      },
      throttle: 'collect',
    }),
    resolve: (_root, { projectKey }, ctx) => collectSettings(ctx, projectKey),
  }),
);
