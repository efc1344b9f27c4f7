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
import { builder, type Types } from '../builder.ts';
import { ElementBox } from '../element-box.ts';
import { NodeInterface } from '../node.ts';
import { connectionOf } from '../related.ts';

const RegionKind = builder.enumType('RegionKind', {
  description: 'Kind of difference in a region.',
  values: {
    changed: { description: 'Both images have the region with different content.' },
    inserted: { description: 'Only the comparison has these rows or columns.' },
    removed: { description: 'Only the baseline has these rows or columns.' },
  } satisfies Record<Region['kind'], object>,
});

const ShiftKind = builder.enumType('ShiftKind', {
  description: 'Image that has the rows.',
  values: {
    inserted: { description: 'Only the comparison has them.' },
    removed: { description: 'Only the baseline has them.' },
  } satisfies Record<Shift['kind'], object>,
});

const KIND_DESCRIPTIONS: Record<ElementChangeKind, string> = {
  added: 'The baseline does not have the element.',
  removed: 'The comparison does not have the element.',
  text: 'The text differs.',
  moved: 'The position differs. Rows inserted or removed above the element are not counted.',
  resized: 'The width or height differs.',
  recolored: 'The color, background, border color or opacity differs; without pixels, also a shadow or a filter.',
  restyled:
    'The font, font size or font weight differs; without pixels, also another style, such as a list marker or a decoration.',
  relinked: 'The link leads to another address.',
  content: 'The element is unchanged, but an image, a canvas or a background in it differs.',
};

const ElementChangeKindEnum = builder.enumType('ElementChangeKind', {
  description: 'Kind of change of an element.',
  values: Object.fromEntries(
    ELEMENT_CHANGE_KINDS.map((kind) => [kind, { description: KIND_DESCRIPTIONS[kind] }]),
  ) as Record<ElementChangeKind, { description: string }>,
});

const ElementStateType = builder.objectRef<ElementState>('ElementState').implement({
  description: 'State of an element in one snapshot.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Visible text, at most 200 characters.' }),
    box: t.field({ type: ElementBox, description: 'Bounding box of the element.', resolve: ({ box }) => box }),
    style: t.field({
      type: 'JSONObject',
      description:
        'Computed values that differ between the snapshots, of color, backgroundColor, borderColor, opacity, ' +
        'fontSize, fontWeight, fontFamily, linkTarget and linkWindow; of all recorded styles in a region without pixels.',
      resolve: ({ style }) => style,
    }),
  }),
});

const ElementChangeType = builder.objectRef<ElementChange>('ElementChange').implement({
  description: 'An element that differs between two snapshots.',
  fields: (t) => ({
    selector: t.exposeString('selector', {
      description: 'CSS selector of the element in the comparison, or in the baseline for a removed element.',
    }),
    xpath: t.exposeString('xpath', { description: 'XPath of the element in the same snapshot.' }),
    tag: t.exposeString('tag', { description: 'Tag name, in lowercase.' }),
    kinds: t.field({ type: [ElementChangeKindEnum], description: 'Kinds of changes.', resolve: ({ kinds }) => kinds }),
    before: t.field({
      type: ElementStateType,
      nullable: true,
      description: 'State in the baseline; null for an added element.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: ElementStateType,
      nullable: true,
      description: 'State in the comparison; null for a removed element.',
      resolve: ({ after }) => after,
    }),
  }),
});

const RegionType = builder.objectRef<NamedRegion>('Region').implement({
  description:
    'A box around adjacent differing pixels, or an element whose computed styles differ although no pixel does beyond ' +
    'the threshold. Regions of pixels do not overlap, except for inserted rows.',
  fields: (t) => ({
    kind: t.expose('kind', { type: RegionKind, description: 'Kind of difference.' }),
    x: t.exposeInt('x', { description: 'Distance from the left edge in pixels.' }),
    y: t.exposeInt('y', { description: 'Distance from the top edge of the diff image in pixels.' }),
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
    pixels: t.exposeInt('pixels', {
      description: 'Number of differing pixels; 0 for a change of styles that pixels do not show.',
    }),
    baselineY: t.exposeInt('baselineY', {
      nullable: true,
      description:
        "First row in the baseline's image; null when that image does not have the region. Equal to y without shifts.",
    }),
    comparisonY: t.exposeInt('comparisonY', {
      nullable: true,
      description: "First row in the comparison's image; null when that image does not have the region.",
    }),
    elements: t.field({
      type: [ElementChangeType],
      description: 'Changed elements in the region, smallest first, at most 10.',
      resolve: ({ elements }) => elements,
    }),
  }),
});

const ShiftType = builder.objectRef<Shift>('Shift').implement({
  description: 'Rows that only one image has. The content below them is compared at its shifted position.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ShiftKind, description: 'Image that has the rows.' }),
    y: t.exposeInt('y', { description: 'First row, in pixels from the top of the diff image.' }),
    rows: t.exposeInt('rows', { description: 'Number of rows.' }),
  }),
});

const totalOf = ({ width, height }: ComparisonRow) => width * height;

type ComparisonFields = Pick<
  PothosSchemaTypes.ObjectFieldBuilder<Types, ComparisonRow>,
  'expose' | 'exposeBoolean' | 'exposeID' | 'exposeInt' | 'float' | 'string'
>;

/** Fields of a comparison, listed or alone. */
const comparisonFields = (t: ComparisonFields) => ({
  id: t.exposeID('id', { description: 'UUID.' }),
  baselineId: t.exposeID('baselineId', { description: 'Baseline snapshot.' }),
  comparisonId: t.exposeID('comparisonId', { description: 'Snapshot compared with the baseline.' }),
  diffPercentage: t.float({
    description: 'diffPixels as a percentage of totalPixels, 0–100.',
    resolve: (comparison) => (comparison.diffPixels / totalOf(comparison)) * 100,
  }),
  diffPixels: t.float({
    description:
      'Number of differing pixels: beyond the threshold and not caused by anti-aliasing (as counted by ' +
      'pixelmatch), or present in only one image.',
    resolve: ({ diffPixels }) => diffPixels,
  }),
  totalPixels: t.float({ description: 'Number of compared pixels, width × height.', resolve: totalOf }),
  width: t.exposeInt('width', { description: 'Width of the wider image in pixels.' }),
  height: t.exposeInt('height', {
    description: 'Height of the taller image in pixels. With shifts: number of rows of both images combined.',
  }),
  diffImageUrl: t.string({
    description:
      'URL of the diff image (PNG): the page in pale gray with colored differences. It needs no header and is ' +
      'valid for 24 hours. The image is rendered on first use.',
    resolve: ({ id }, _args, ctx) => ctx.services.objectUrls.urlOf(diffImageName(id)),
  }),
  browsersDiffer: t.exposeBoolean('browsersDiffer', {
    nullable: true,
    description:
      'Whether the snapshots were captured by different browsers or browser versions, which can render the same ' +
      'text differently. Null for snapshots older than this field.',
  }),
  isComplete: t.exposeBoolean('isComplete', {
    nullable: true,
    description:
      'Whether both pages had finished loading. False when requests were pending during a capture, which can cause ' +
      'differences. Null for snapshots older than this field.',
  }),
  createdAt: t.expose('createdAt', {
    type: 'DateTime',
    description: 'Time of the first comparison with these options.',
  }),
});

/** Readable by the members of the project's organization. */
export const ComparisonType = builder.objectRef<ComparisonRow>('Comparison').implement({
  interfaces: [NodeInterface],
  description:
    'Differences between two snapshots. Both images are placed on one canvas from the top left corner; rows that ' +
    'only one image has are inserted.',
  fields: (t) => ({
    ...comparisonFields(t),
    regions: t.field({
      type: [RegionType],
      description:
        'Differing regions from top to bottom: at most 100, plus regions that only one image has, and at most 200 ' +
        'without pixels.',
      resolve: ({ regions }) => regions,
    }),
    shifts: t.field({
      type: [ShiftType],
      description: 'Inserted or removed rows that shifted the content below, from top to bottom.',
      resolve: ({ shifts }) => shifts,
    }),
  }),
});

/** Without regions: a page of comparisons may have thousands. */
export const ComparisonSummary = builder.objectRef<ComparisonRow>('ComparisonSummary').implement({
  description: 'A comparison in a list. Read the comparison itself for its regions.',
  fields: (t) => ({
    ...comparisonFields(t),
    regionCount: t.int({ description: 'Number of regions.', resolve: ({ regions }) => regions.length }),
  }),
});

export const COMPARISONS = connectionOf(ComparisonSummary, 'ComparisonSummary', 'comparisons', 'A comparison');
