import {
  comparePageStructures,
  type StructureDifference,
} from '../../resolvers/addons/collection/structures/compare-structures.ts';
import { getPageStructure, type SeenStructure } from '../../resolvers/addons/collection/structures/find-structures.ts';
import { builder } from '../builder.ts';
import { addQuery } from '../define-operation.ts';
import { resourceId } from '../id-arguments.ts';

const tag = 'Activity';
const url = {
  required: true,
  description: 'URL of the page; URLs are compared as in the list of annotations.',
} as const;

export const PageStructureType = builder.objectRef<SeenStructure>('PageStructure').implement({
  description: 'Elements of a page as recorded by the embed script. Identical structures are stored once.',
  fields: (t) => ({
    hash: t.exposeString('hash', { description: 'SHA-256 of the content, hexadecimal.' }),
    title: t.exposeString('title', { description: 'Title of the page.' }),
    elements: t.field({
      type: ['JSONObject'],
      description:
        'Elements: tag, step, parent (the ref of another), id, classes, attributes, text, style, box [x, y, width, height].',
      resolve: ({ elements }) => elements,
    }),
    styles: t.field({
      type: ['JSON'],
      description: "Sets of computed styles; an element's `style` is an index into this list.",
      resolve: ({ styles }) => styles ?? [],
    }),
    assets: t.field({
      type: ['JSON'],
      description:
        'Resources that the page loads, at most 200: kind (image, script, stylesheet or video) and url, without ' +
        'query and fragment.',
      resolve: ({ assets }) => assets,
    }),
    fonts: t.field({ type: ['JSON'], description: 'Loaded font families.', resolve: ({ fonts }) => fonts }),
    viewport: t.field({
      type: 'JSONObject',
      description: 'width and height of the viewport, in CSS pixels.',
      resolve: ({ viewport }) => viewport,
    }),
    firstSeenAt: t.expose('firstSeenAt', {
      type: 'DateTime',
      description: 'Time of the first visit with this structure.',
    }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'Time of the last visit with this structure.',
    }),
  }),
});

addQuery('pageStructure', {
  type: PageStructureType,
  description: 'The latest structure of a page. NOT_FOUND when none has been collected.',
  args: builder.args((t) => ({ projectId: t.id(resourceId('project')), url: t.string(url) })),
  rest: { method: 'GET', path: '/v1/projects/:projectId/page-structure', envelope: 'data', tag },
  needs: 'activity.read',
  acceptsTokens: true,
  resolve: getPageStructure,
});

const ChangedElement = builder.objectRef<StructureDifference['changed'][number]>('ChangedElement').implement({
  description: 'An element that differs between two structures.',
  fields: (t) => ({
    xpath: t.exposeString('xpath', { description: 'XPath of the element.' }),
    members: t.exposeStringList('members', { description: 'Members that differ, such as text or box.' }),
    before: t.expose('before', { type: 'JSONObject', description: 'The element in the earlier structure.' }),
    after: t.expose('after', { type: 'JSONObject', description: 'The element in the later structure.' }),
  }),
});

const StructureChangesType = builder.objectRef<StructureDifference>('PageStructureChanges').implement({
  description: 'Differences between two structures of a page; at most 500 elements of each kind.',
  fields: (t) => ({
    before: t.string({ description: 'Hash of the earlier structure.', resolve: ({ before }) => before.hash }),
    after: t.string({ description: 'Hash of the later structure.', resolve: ({ after }) => after.hash }),
    added: t.field({
      type: ['JSONObject'],
      description: 'Elements that only the later structure has, with their xpath.',
      resolve: ({ added }) => added,
    }),
    removed: t.field({
      type: ['JSONObject'],
      description: 'Elements that only the earlier structure has, with their xpath.',
      resolve: ({ removed }) => removed,
    }),
    changed: t.expose('changed', {
      type: [ChangedElement],
      description: 'Elements that differ between the structures.',
    }),
  }),
});

addQuery('pageStructureChanges', {
  type: StructureChangesType,
  description: 'Differences between two structures of a page. NOT_FOUND when fewer than two structures exist.',
  args: builder.args((t) => ({
    projectId: t.id(resourceId('project')),
    url: t.string(url),
    before: t.string({ description: 'Hash of the earlier structure. Default: the latest one other than `after`.' }),
    after: t.string({ description: 'Hash of the later structure. Default: the latest one.' }),
  })),
  rest: { method: 'GET', path: '/v1/projects/:projectId/page-structure/changes', envelope: 'data', tag },
  needs: 'activity.read',
  acceptsTokens: true,
  resolve: comparePageStructures,
});
