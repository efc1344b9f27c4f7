import {
  comparePageStructures,
  type StructureDifference,
} from '../../resolvers/addons/collection/structures/compare-structures.ts';
import type { SeenStructure } from '../../resolvers/addons/collection/structures/find-structures.ts';
import { getPageStructure } from '../../resolvers/collection/structures/get-page-structure.ts';
import { builder } from '../builder.ts';
import { itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';

const tag = 'Activity';
const url = { required: true, description: 'The page; compared as for the list of annotations.' } as const;

export const PageStructureType = builder.objectRef<SeenStructure>('PageStructure').implement({
  description: 'The elements of a page, as the embed script saw them. Kept once for all visitors who saw the same.',
  fields: (t) => ({
    hash: t.exposeString('hash', { description: 'SHA-256 of its content, hexadecimal.' }),
    title: t.exposeString('title', { description: 'Title of the page.' }),
    elements: t.field({
      type: ['JSONObject'],
      description:
        'tag, step, parent (the ref of another), id, classes, attributes, text, style, box [x, y, width, height].',
      resolve: ({ elements }) => elements,
    }),
    styles: t.field({
      type: ['JSON'],
      description: "Sets of computed styles; an element's `style` counts into it.",
      resolve: ({ styles }) => styles ?? [],
    }),
    assets: t.field({
      type: ['JSON'],
      description:
        'What the page loads, at most 200 from the embed script: kind (image, script, stylesheet or video) and url, without query and fragment.',
      resolve: ({ assets }) => assets,
    }),
    fonts: t.field({ type: ['JSON'], description: 'Font families that were loaded.', resolve: ({ fonts }) => fonts }),
    viewport: t.field({
      type: 'JSONObject',
      description: 'width and height of the window, CSS pixels.',
      resolve: ({ viewport }) => viewport,
    }),
    firstSeenAt: t.expose('firstSeenAt', { type: 'DateTime', description: 'When a visitor first saw it.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'When a visitor last saw it.' }),
  }),
});

builder.queryField('pageStructure', (t) =>
  t.field({
    type: PageStructureType,
    description: 'The newest structure of a page. NOT_FOUND when none was collected.',
    args: { projectId: t.arg.id(itsId('project')), url: t.arg.string(url) },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/projects/:projectId/page-structure', envelope: 'data', tag },
      needs: 'project.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => getPageStructure(ctx, args),
  }),
);

const ChangedElement = builder.objectRef<StructureDifference['changed'][number]>('ChangedElement').implement({
  description: 'An element that is in both structures and differs.',
  fields: (t) => ({
    xpath: t.exposeString('xpath', { description: 'Where it stands.' }),
    members: t.exposeStringList('members', { description: 'Which of its members differ, such as text or box.' }),
    before: t.expose('before', { type: 'JSONObject', description: 'The element as it was.' }),
    after: t.expose('after', { type: 'JSONObject', description: 'The element as it is.' }),
  }),
});

const StructureChangesType = builder.objectRef<StructureDifference>('PageStructureChanges').implement({
  description: 'What is different between two structures of a page; at most 500 elements of each kind.',
  fields: (t) => ({
    before: t.string({ description: 'Hash of the earlier structure.', resolve: ({ before }) => before.hash }),
    after: t.string({ description: 'Hash of the later structure.', resolve: ({ after }) => after.hash }),
    added: t.field({
      type: ['JSONObject'],
      description: 'Elements, with their xpath, that only the later one has.',
      resolve: ({ added }) => added,
    }),
    removed: t.field({
      type: ['JSONObject'],
      description: 'Elements, with their xpath, that only the earlier one has.',
      resolve: ({ removed }) => removed,
    }),
    changed: t.expose('changed', { type: [ChangedElement], description: 'Elements that both have.' }),
  }),
});

builder.queryField('pageStructureChanges', (t) =>
  t.field({
    type: StructureChangesType,
    description: 'What changed on a page. NOT_FOUND when there are no two structures to compare.',
    args: {
      projectId: t.arg.id(itsId('project')),
      url: t.arg.string(url),
      before: t.arg.string({ description: 'Hash of the earlier one. Default: the newest that is not `after`.' }),
      after: t.arg.string({ description: 'Hash of the later one. Default: the newest.' }),
    },
    extensions: operation({
      rest: { method: 'GET', path: '/v1/projects/:projectId/page-structure/changes', envelope: 'data', tag },
      needs: 'project.read',
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => comparePageStructures(ctx, args),
  }),
);
