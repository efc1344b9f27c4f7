import {
  ELEMENT_CHANGE_KINDS,
  type ElementChange,
  type ElementChangeKind,
  type ElementState,
} from '../../infrastructure/comparison/elements/element-changes.ts';
import type { NamedRegion } from '../../infrastructure/comparison/elements/name-regions.ts';
import type { Region, Shift } from '../../infrastructure/comparison/pixels/compare-images.ts';
import type { ComparisonRow } from '../../resolvers/addons/comparisons/comparison-row.ts';
import { diffImageName } from '../../resolvers/addons/comparisons/diff-image.ts';
import { builder } from '../builder.ts';
import { ElementBox } from '../element-box.ts';

const RegionKind = builder.enumType('RegionKind', {
  description: 'How a region differs.',
  values: {
    changed: { description: 'Both images have it, and show something else.' },
    inserted: { description: 'Only the comparison has these rows or columns.' },
    removed: { description: 'Only the baseline has these rows or columns.' },
  } satisfies Record<Region['kind'], object>,
});

const ShiftKind = builder.enumType('ShiftKind', {
  description: 'Which image has the rows.',
  values: {
    inserted: { description: 'The comparison alone.' },
    removed: { description: 'The baseline alone.' },
  } satisfies Record<Shift['kind'], object>,
});

const KIND_DESCRIPTIONS: Record<ElementChangeKind, string> = {
  added: 'The baseline has no such element.',
  removed: 'The comparison has no such element.',
  text: 'It says something else.',
  moved: 'It stands elsewhere; rows that were inserted or removed above it do not count.',
  resized: 'It is wider, narrower, higher or lower.',
  recoloured: 'Its colour, background, border colour or opacity is another.',
  restyled: 'Its font, font size or font weight is another.',
  content: 'The element is as it was, but an image, a canvas or a background in it shows something else.',
};

const ElementChangeKindEnum = builder.enumType('ElementChangeKind', {
  description: 'How an element changed.',
  values: Object.fromEntries(
    ELEMENT_CHANGE_KINDS.map((kind) => [kind, { description: KIND_DESCRIPTIONS[kind] }]),
  ) as Record<ElementChangeKind, { description: string }>,
});

const ElementStateType = builder.objectRef<ElementState>('ElementState').implement({
  description: 'What an element was or is.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'What a reader sees in it, at most 200 characters.' }),
    box: t.field({ type: ElementBox, description: 'Where it is.', resolve: ({ box }) => box }),
    style: t.field({
      type: 'JSONObject',
      description:
        'Those computed values that are others in the other snapshot, of color, backgroundColor, borderColor, opacity, ' +
        'fontSize, fontWeight and fontFamily.',
      resolve: ({ style }) => style,
    }),
  }),
});

const ElementChangeType = builder.objectRef<ElementChange>('ElementChange').implement({
  description: 'An element that is not what it was.',
  fields: (t) => ({
    selector: t.exposeString('selector', {
      description: 'CSS selector of the element in the comparison, or in the baseline when it is gone.',
    }),
    xpath: t.exposeString('xpath', { description: 'XPath of the same.' }),
    tag: t.exposeString('tag', { description: 'Name of the element, lower case.' }),
    kinds: t.field({ type: [ElementChangeKindEnum], description: 'How it changed.', resolve: ({ kinds }) => kinds }),
    before: t.field({
      type: ElementStateType,
      nullable: true,
      description: 'In the baseline; null when it was not there.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: ElementStateType,
      nullable: true,
      description: 'In the comparison; null when it is gone.',
      resolve: ({ after }) => after,
    }),
  }),
});

const RegionType = builder.objectRef<NamedRegion>('Region').implement({
  description: 'A box around differing pixels that lie near one another. Regions do not overlap, inserted rows apart.',
  fields: (t) => ({
    kind: t.expose('kind', { type: RegionKind, description: 'How it differs.' }),
    x: t.exposeInt('x', { description: 'From the left, pixels.' }),
    y: t.exposeInt('y', { description: 'From the top of the diff image, pixels.' }),
    width: t.exposeInt('width', { description: 'Pixels.' }),
    height: t.exposeInt('height', { description: 'Pixels.' }),
    pixels: t.exposeInt('pixels', { description: 'How many of its pixels differ.' }),
    baselineY: t.exposeInt('baselineY', {
      nullable: true,
      description: 'Its upper row in the image of the baseline; null when it has none. Without shifts it is y.',
    }),
    comparisonY: t.exposeInt('comparisonY', {
      nullable: true,
      description: 'Its upper row in the image of the comparison; null when it has none.',
    }),
    elements: t.field({
      type: [ElementChangeType],
      description: 'The elements that changed here, the smallest first, at most 10.',
      resolve: ({ elements }) => elements,
    }),
  }),
});

const ShiftType = builder.objectRef<Shift>('Shift').implement({
  description: 'Whole rows that one image has alone; what lies below them was compared with itself.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ShiftKind, description: 'Which image has them.' }),
    y: t.exposeInt('y', { description: 'The first of them, from the top of the diff image, pixels.' }),
    rows: t.exposeInt('rows', { description: 'How many.' }),
  }),
});

const totalOf = ({ width, height }: ComparisonRow) => width * height;

/** Made for members of the project's organization. */
export const ComparisonType = builder.objectRef<ComparisonRow>('Comparison').implement({
  description:
    'How two snapshots differ. Both images lie on one canvas, from the top left corner, with rows that only one of them has ' +
    'between the others.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    baselineId: t.exposeID('baselineId', { description: 'The snapshot before.' }),
    comparisonId: t.exposeID('comparisonId', { description: 'The snapshot after.' }),
    diffPercentage: t.float({
      description: 'diffPixels of totalPixels, 0–100.',
      resolve: (comparison) => (comparison.diffPixels / totalOf(comparison)) * 100,
    }),
    diffPixels: t.float({
      description:
        'How many pixels differ: by more than the threshold and not by anti-aliasing alone, as pixelmatch counts, or ' +
        'because only one image has them.',
      resolve: ({ diffPixels }) => diffPixels,
    }),
    totalPixels: t.float({ description: 'width × height.', resolve: totalOf }),
    width: t.exposeInt('width', { description: 'Of the wider image, pixels.' }),
    height: t.exposeInt('height', {
      description: 'Of the higher image, pixels; with shifts, of all rows that either image has.',
    }),
    diffImageUrl: t.string({
      description:
        'The page in pale grey with what differs in colours, PNG, at a URL that needs no header and works for 24 hours. It is ' +
        'drawn when it is first asked for.',
      resolve: ({ id }, _args, ctx) => ctx.services.objectUrls.urlOf(diffImageName(id)),
    }),
    regions: t.field({
      type: [RegionType],
      description: 'Where they differ, from the top down, at most 100 and what only one image has.',
      resolve: ({ regions }) => regions,
    }),
    shifts: t.field({
      type: [ShiftType],
      description: 'Rows that were inserted or removed and moved what follows, from the top down.',
      resolve: ({ shifts }) => shifts,
    }),
    browsersDiffer: t.exposeBoolean('browsersDiffer', {
      nullable: true,
      description:
        'Whether the two were taken by different browsers, or versions of one: text may then differ although the page is the ' +
        'same. Null for snapshots that were taken before their browser was kept.',
    }),
    isComplete: t.exposeBoolean('isComplete', {
      nullable: true,
      description:
        'Whether both pictures have all that their pages show. False when one was taken while something was still to come: what ' +
        'differs may be that. Null for snapshots that were taken before this was kept.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they were first compared so.' }),
  }),
});
