import type { Annotation } from '../../generated/prisma/client.ts';
import {
  type BrowserDiagnostics,
  browserOf,
  type ConsoleLine,
  consoleOf,
  elementIdOf,
  type FailedRequest,
  requestsOf,
  type SOURCE_CARRIERS,
  type SourceHint,
  sourceOf,
} from '../../resolvers/core/annotations/diagnostics.ts';
import { pictureIn, pictureUrlOf } from '../../resolvers/core/annotations/pictures/read-picture.ts';
import { builder } from '../builder.ts';
import { resolveTrail, TRAIL_DESCRIPTION, TrailStepType, trailArgs } from './session-timeline.ts';

const PixelSize = builder.objectRef<{ width: number; height: number }>('PixelSize').implement({
  description: 'A size in CSS pixels.',
  fields: (t) => ({
    width: t.exposeFloat('width', { description: 'Width.' }),
    height: t.exposeFloat('height', { description: 'Height.' }),
  }),
});

const Browser = builder.objectRef<BrowserDiagnostics>('BrowserDiagnostics').implement({
  description: 'Browser that an annotation was written in. Members are null if they were not sent.',
  fields: (t) => ({
    userAgent: t.exposeString('userAgent', { nullable: true, description: "The browser's user agent string." }),
    language: t.exposeString('language', { nullable: true, description: 'Language of the page.' }),
    languages: t.exposeStringList('languages', { description: 'Languages that the author prefers, in order.' }),
    timeZone: t.exposeString('timeZone', { nullable: true, description: 'IANA name of the time zone.' }),
    viewport: t.expose('viewport', { type: PixelSize, nullable: true, description: 'Size of the window.' }),
    screen: t.expose('screen', { type: PixelSize, nullable: true, description: 'Size of the screen.' }),
    pixelRatio: t.exposeFloat('pixelRatio', { nullable: true, description: 'Device pixels per CSS pixel.' }),
    colorScheme: t.exposeString('colorScheme', { nullable: true, description: 'light or dark.' }),
    online: t.exposeBoolean('online', { nullable: true, description: 'Whether the browser was online.' }),
  }),
});

const AT = 'Milliseconds from the start of the navigation.';

const Line = builder.objectRef<ConsoleLine>('ConsoleLine').implement({
  description: 'A line that the page logged to its console, or an uncaught error.',
  fields: (t) => ({
    level: t.exposeString('level', { nullable: true, description: 'Level, such as log, warn or error.' }),
    text: t.exposeString('text', { description: 'Plain text; the overlay sends at most 300 characters.' }),
    at: t.exposeFloat('at', { nullable: true, description: AT }),
  }),
});

const Failure = builder.objectRef<FailedRequest>('FailedRequest').implement({
  description: 'A request of the page that failed.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'URL; the overlay sends it without query.' }),
    status: t.exposeFloat('status', { nullable: true, description: 'HTTP status; 0 without a response.' }),
    at: t.exposeFloat('at', { nullable: true, description: AT }),
  }),
});

const SourceCarrierType = builder.enumType('SourceCarrier', {
  description: 'Carrier of a source hint.',
  values: {
    attribute: { description: 'An attribute of a build tool, such as `data-sentry-source-file` or `data-insp-path`.' },
    comment: { description: 'A comment of a template of Rails, Drupal or Phoenix.' },
    react: { description: 'React in development: the file that contains the element, and its component.' },
    svelte: { description: 'Svelte in development.' },
    vue: { description: 'Vue in development.' },
  } satisfies Record<(typeof SOURCE_CARRIERS)[number], { description: string }>,
});

const SourceHintType = builder.objectRef<SourceHint>('SourceHint').implement({
  description: 'File that a page named for an element. The service has not checked it.',
  fields: (t) => ({
    file: t.exposeString('file', {
      description: 'Path of a file of the application, at most its last four folders and 200 characters.',
    }),
    line: t.exposeInt('line', {
      nullable: true,
      description: 'Line, from 1. Null where the page knows only that of built code.',
    }),
    column: t.exposeInt('column', { nullable: true, description: 'Column; null if it is not stated.' }),
    component: t.exposeString('component', {
      nullable: true,
      description: 'Name of the component that contains the element; at most 200 characters.',
    }),
    by: t.expose('by', { type: SourceCarrierType, description: 'Carrier of the hint.' }),
  }),
});

export const Diagnostics = builder.objectRef<Annotation>('Diagnostics').implement({
  description: 'Data of the page and the browser that the author attached to an annotation.',
  fields: (t) => ({
    picture: t.string({
      nullable: true,
      description:
        "Picture of the element's surroundings, drawn by the overlay: a URL that needs no header and is valid for 24 " +
        'hours (WebP), or a data URL until the service has stored it.',
      resolve: (annotation, _args, ctx) => pictureUrlOf(ctx, annotation) ?? pictureIn(annotation.metadata),
    }),
    browser: t.field({
      type: Browser,
      nullable: true,
      description: 'Browser of the author; null if it was not attached.',
      resolve: browserOf,
    }),
    console: t.field({
      type: [Line],
      description: 'Last lines that the page logged, oldest first; the overlay sends at most 50.',
      resolve: consoleOf,
    }),
    requests: t.field({
      type: [Failure],
      description: 'Last failed requests of the page, oldest first; the overlay sends at most 20.',
      resolve: requestsOf,
    }),
    source: t.field({
      type: [SourceHintType],
      description:
        'Files that the page named for the element when the comment was written, the nearest first, at most four. Empty ' +
        'for pages that name none, as most built pages.',
      resolve: sourceOf,
    }),
    elementId: t.string({
      nullable: true,
      description:
        'Id that the build plugin `pinbound-source` gave the element, or the nearest marked one around it; at most 32 ' +
        'characters. `pinbound locate` finds its line of code. Null for pages that are built without the plugin.',
      resolve: elementIdOf,
    }),
    trail: t.field({ type: [TrailStepType], description: TRAIL_DESCRIPTION, args: trailArgs, resolve: resolveTrail }),
  }),
});
