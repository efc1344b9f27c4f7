// `npm run bench:regions` counts false regions and missed changes of comparisons, pixelmatch and
// odiff on the same pairs of pages, and prints the table of docs/comparisons.md.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare as odiff } from 'odiff-bin';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { type PageRecord, packRecord } from '../src/infrastructure/capture/page-record.ts';
import { RegionGrid } from '../src/infrastructure/comparison/pixels/region-grid.ts';
import { type ComparisonResult, runTask } from '../src/infrastructure/comparison/task.ts';
import { type Box, intersection } from '../src/infrastructure/images/geometry.ts';
import { page, servePages } from '../test/snapshots/support/pages.ts';
import { captureOf, testPool } from '../test/snapshots/support/pool.ts';

const SCALES = [1, 1.5, 2, 3];
const MAX_REGIONS = 100;
const THRESHOLD = 0.1;

const STYLE = `<style>
  body { margin: 0; font: 15.5px/1.6 sans-serif } .card { border: 1px solid #888; margin: 9.3px; padding: 8.4px }
  .columns { display: flex; gap: 12px } .columns > div { flex: 1 } aside { width: 150px; background: #f2f4f8 }
  .sticky { position: sticky; top: 0; background: #eee } .strip { background: #fd5; overflow: hidden }
</style>`;
const strip = (height: number, id = 'strip') => `<div class="strip" id="${id}" style="height:${height}px">Sale</div>`;

/** Body with parts above the cards, around the second card, and in the sidebar. */
function shop({ top = '', middle = '', low = '', side = '', price = '49 €', header = '<header>Shop</header>' }) {
  const card = (index: number, text = 'Light and waterproof') =>
    `<div class="card"><h3>Shoe ${index}</h3><p>${text}</p><button>Buy ${index}</button></div>`;
  const priced = card(3, `Costs <b id="price">${price}</b>`);
  return `${STYLE}${header}${top}<div class="columns"><aside><p>Topics</p>${side}<p>Tents</p><p>Lamps</p><p>Maps</p></aside>
    <div>${card(1)}${middle}${card(2)}${low}${priced}${card(4)}</div></div><footer>Imprint</footer>`;
}
const fullWidth = (parts: Parameters<typeof shop>[0]) => shop(parts).replace(/<aside>.*<\/aside>/s, '');
const sticky = '<header class="sticky">Shop</header>';
const rtl = (html: string) => `<div dir="rtl">${html}</div>`;
const other = { price: '59 €' };

/** Pairs of pages; the price changes in all of them. */
const CASES = [48, 65.6].flatMap((height) => [
  { name: `inserted, ${height} px`, before: fullWidth({}), after: fullWidth({ top: strip(height), ...other }) },
  { name: `removed, ${height} px`, before: fullWidth({ top: strip(height) }), after: fullWidth(other) },
  {
    name: `moved, ${height} px`,
    before: fullWidth({ middle: strip(height) }),
    after: fullWidth({ low: strip(height), ...other }),
  },
  {
    name: `resized by ${height} px`,
    before: fullWidth({ top: strip(40) }),
    after: fullWidth({ top: strip(40 + height), ...other }),
  },
  {
    name: `two inserted, ${height} px`,
    before: fullWidth({}),
    after: fullWidth({ top: strip(height), low: strip(height, 'second'), ...other }),
  },
  { name: `in a sidebar, ${height} px`, before: shop({}), after: shop({ side: strip(height), ...other }) },
  {
    name: `below a sticky header, ${height} px`,
    before: fullWidth({ header: sticky }),
    after: fullWidth({ header: sticky, top: strip(height), ...other }),
  },
  {
    name: `right to left, ${height} px`,
    before: rtl(fullWidth({})),
    after: rtl(fullWidth({ top: strip(height), ...other })),
  },
]);

interface Capture {
  image: Buffer;
  record: PageRecord;
}

/** Region with its top row in each image; null if it is not there. */
type Found = Box & { baselineY: number | null; comparisonY: number | null };

interface Score {
  falseRegions: number;
  missed: number;
}

/** Boxes of the changed elements in one capture, in image pixels. */
const changedBoxes = ({ record }: Capture): { id: string; box: Box }[] =>
  record.elements
    .filter(({ id }) => ['strip', 'second', 'price'].includes(id))
    .map(({ id, box: [x, y, width, height] }) => {
      const [left, top] = [x * record.scale, y * record.scale];
      return { id, box: { x: left, y: top, width: width * record.scale, height: height * record.scale } };
    });

/** Counts regions that touch no changed element, and changed elements that no region touches. */
function score(regions: readonly Found[], before: Capture, after: Capture): Score {
  const touches = (region: Found, box: Box, y: number | null) => y !== null && intersection({ ...region, y }, box);
  const [old, current] = [changedBoxes(before), changedBoxes(after)];
  const isTrue = (region: Found) =>
    old.some(({ box }) => touches(region, box, region.baselineY)) ||
    current.some(({ box }) => touches(region, box, region.comparisonY));
  const isFound = (id: string) =>
    regions.some(
      (region) =>
        old.some((element) => element.id === id && touches(region, element.box, region.baselineY)) ||
        current.some((element) => element.id === id && touches(region, element.box, region.comparisonY)),
    );
  const ids = [...new Set([...old, ...current].map(({ id }) => id))];
  return {
    falseRegions: regions.filter((region) => !isTrue(region)).length,
    missed: ids.filter((id) => !isFound(id)).length,
  };
}

async function byPinbound(before: Capture, after: Capture): Promise<Found[]> {
  const stored = async ({ image, record }: Capture) => ({
    image,
    tileHashes: undefined,
    record: await packRecord(record),
  });
  const options = { threshold: THRESHOLD, alignRows: true, ignore: [] };
  const task = { kind: 'compare' as const, baseline: await stored(before), comparison: await stored(after), options };
  return ((await runTask(task)) as ComparisonResult).regions;
}

/** Places both images on one canvas, at the top left corner: the peers require equal sizes. */
async function padded(captures: Capture[]) {
  const sizes = await Promise.all(captures.map(({ image }) => sharp(image).metadata()));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  const images = captures.map(({ image }, index) =>
    sharp(image).extend({
      right: width - (sizes[index]?.width ?? width),
      bottom: height - (sizes[index]?.height ?? height),
      background: '#fff',
    }),
  );
  return { width, height, images };
}

/** Groups differing pixels as comparisons do. */
function regionsOf(mask: Uint32Array, width: number, height: number): Found[] {
  const grid = new RegionGrid(width, height);
  grid.add({ top: 0, mask });
  return grid.clusters(MAX_REGIONS).map(({ box }) => ({ ...box, baselineY: box.y, comparisonY: box.y }));
}

async function byPixelmatch(before: Capture, after: Capture): Promise<Found[]> {
  const { width, height, images } = await padded([before, after]);
  const [one, two] = await Promise.all(images.map((image) => image.ensureAlpha().raw().toBuffer()));
  const mask = new Uint32Array(width * height);
  if (one && two)
    pixelmatch(one, two, new Uint8Array(mask.buffer), width, height, { threshold: THRESHOLD, diffMask: true });
  return regionsOf(mask, width, height);
}

async function byOdiff(before: Capture, after: Capture, directory: string): Promise<Found[]> {
  const { width, height, images } = await padded([before, after]);
  const [one, two, drawn] = ['one', 'two', 'drawn'].map((name) => join(directory, `${name}.png`)) as [
    string,
    string,
    string,
  ];
  for (const [index, file] of [one, two].entries())
    await writeFile(file, (await images[index]?.png().toBuffer()) ?? '');
  await odiff(one, two, drawn, { antialiasing: true, outputDiffMask: true, threshold: THRESHOLD });
  const pixels = await sharp(drawn).ensureAlpha().raw().toBuffer();
  const mask = Uint32Array.from({ length: width * height }, (_, at) => pixels[at * 4 + 3] ?? 0);
  return regionsOf(mask, width, height);
}

const TOOLS = [byPinbound, byPixelmatch, byOdiff];

const site = Object.fromEntries(
  CASES.flatMap(({ before, after }, index) => [
    [`/${index}/before`, page(before)],
    [`/${index}/after`, page(after)],
  ]),
);
const server = await servePages(site);
const pool = await testPool();
const directory = await mkdtemp(join(tmpdir(), 'pinbound-bench-regions-'));
process.stdout.write('| | Pinbound | pixelmatch | odiff |\n|---|---|---|---|\n');
try {
  for (const [index, { name }] of CASES.entries()) {
    const totals = TOOLS.map((): Score => ({ falseRegions: 0, missed: 0 }));
    for (const deviceScaleFactor of SCALES) {
      const viewport = { width: 500, height: 300, deviceScaleFactor };
      const capture = (when: string) =>
        pool.capture(captureOf(`${server.url}/${index}/${when}`, { viewport, fullPage: true }));
      const [before, after] = [await capture('before'), await capture('after')];
      for (const [tool, compare] of TOOLS.entries()) {
        const { falseRegions, missed } = score(await compare(before, after, directory), before, after);
        const total = totals[tool];
        if (total) [total.falseRegions, total.missed] = [total.falseRegions + falseRegions, total.missed + missed];
      }
    }
    const scores = totals.map(({ falseRegions, missed }) => `${falseRegions}, ${missed}`);
    process.stdout.write(`| ${name} | ${scores.join(' | ')} |\n`);
  }
} finally {
  await rm(directory, { recursive: true, force: true });
  await pool.close();
  await server.close();
}
