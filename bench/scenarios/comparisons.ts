import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare as odiff } from 'odiff-bin';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Size } from '../../src/infrastructure/images/tile-hashes.ts';
import { median } from '../numbers.ts';
import { drawPage } from '../page-images.ts';
import { startNode } from '../processes.ts';
import type { Result } from '../report.ts';
import { bearer, makeProject, post, type Scenario } from '../scenario.ts';
import { openSnapshotStore, type SnapshotStore } from '../stored-snapshots.ts';

const SIZES: Size[] = [
  { width: 1920, height: 1080 },
  { width: 1920, height: 10_000 },
];
const STYLE = { price: 49, textColor: '#333' };
/** Changes of the page, and the speed-up over the peer that is the aim. */
const CASES = [
  { name: 'unchanged', style: STYLE, aim: 50 },
  { name: 'one price', style: { ...STYLE, price: 59 }, aim: 4 },
  { name: 'every word', style: { ...STYLE, textColor: '#933' }, aim: 4 },
];
const ROUNDS = 3;
/** Comparisons before the first measured one: a new service compiles its code meanwhile. */
const WARM_UP = 60;
/**
 * Comparisons of a round, one after the other, as a deployment compares its pages. A single request
 * after the peers would find the caches of the processor with their pictures.
 */
const IN_A_ROW = 5;

type Compare = (round: number) => Promise<unknown>;

/** Measures comparisons over HTTP against decoding, comparing and encoding the diff image. */
export const comparisons: Scenario = {
  name: 'comparisons',
  async run(bench) {
    const directory = await mkdtemp(join(tmpdir(), 'pinbound-bench-comparisons-'));
    const ours = await startNode(['--enable-source-maps', 'dist/server.js'], {
      DATABASE_URL: bench.databaseUrl,
      DATA_DIR: directory,
      NODE_ENV: 'production',
      ROLE: 'api',
      AUTH_SECRET: 'x'.repeat(32),
      RATE_LIMIT_USER: '0',
      RATE_LIMIT_IP: '0',
    });
    const store = await openSnapshotStore(bench.databaseUrl, join(directory, 'objects'));
    try {
      const { id } = await makeProject(bench, 'comparisons');
      const results: Result[] = [];
      const image = await drawPage({ width: 100, height: 100 }, STYLE);
      const [baselineId, comparisonId] = await storeSnapshots(store, id, [image, image]);
      for (let round = 0; round < WARM_UP; round += 1)
        await post({ ...bench, ours }, '/v1/snapshots/compare', {
          baselineId,
          comparisonId,
          threshold: 0.3 + round / 1e6,
        });
      for (const size of SIZES)
        for (const { name, style, aim } of CASES) {
          const images = [await drawPage(size, STYLE), await drawPage(size, style)];
          const files = await writePng(directory, images);
          const service = { ...bench, ours };
          const title = `${size.width}×${size.height}, ${name}`;
          results.push(
            ...(await sideBySide(service, { title, aim, files, ids: await storeSnapshots(store, id, images) })),
          );
        }
      return results;
    } finally {
      await store.close();
      await ours.stop();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

const storeSnapshots = (store: SnapshotStore, projectId: string, images: Buffer[]): Promise<string[]> =>
  Promise.all(images.map((image) => store.add(projectId, image)));

async function writePng(directory: string, images: Buffer[]): Promise<string[]> {
  const files = images.map((_, index) => join(directory, `${index}.png`));
  await Promise.all(files.map((file, index) => writeFile(file, images[index] ?? '')));
  return files;
}

async function sideBySide(
  bench: Parameters<typeof post>[0],
  { title, aim, files, ids }: { title: string; aim: number; files: string[]; ids: string[] },
): Promise<Result[]> {
  const [before = '', after = ''] = files;
  const [baselineId, comparisonId] = ids;
  // A different threshold each time, because results are cached.
  const compareOver = (threshold: number) =>
    post<{ data: { diffImageUrl: string; diffPixels: number } }>(bench, '/v1/snapshots/compare', {
      baselineId,
      comparisonId,
      threshold,
    });
  const [ours, drawn, peer, binary] = await medianTimes([
    async (round) => {
      for (let index = 0; index < IN_A_ROW; index += 1) await compareOver(0.1 + (round * IN_A_ROW + index) / 1e6);
    },
    async (round) => {
      const { data } = await compareOver(0.2 + round / 1e6);
      const image = await fetch(data.diffImageUrl.replace(/^https?:\/\/[^/]+/, bench.ours.url), {
        headers: bearer(bench.token),
      });
      if (!image.ok) throw new Error(`GET diff image: ${image.status}`);
      await image.arrayBuffer();
    },
    () => byPixelmatch(before, after),
    () => odiff(before, after, `${before}.odiff.png`, { antialiasing: true }),
  ]);
  if (!ours || !drawn || !peer || !binary) throw new Error('nothing was measured');
  const limit = `≤ ${1 / aim}`;
  const each = ours / IN_A_ROW;
  return [
    { name: title, ours: each, peer, unit: 'ms', aim: limit, note: 'pngjs + pixelmatch + pngjs' },
    { name: `${title}, drawn`, ours: drawn, peer, unit: 'ms', aim: '–', note: 'the same' },
    { name: title, ours: each, peer: binary, unit: 'ms', aim: '–', note: 'odiff' },
  ];
}

/** Measures median times, milliseconds; the first round is a warm-up. */
async function medianTimes(compares: Compare[]): Promise<number[]> {
  const times = compares.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, compare] of compares.entries()) {
      const started = performance.now();
      await compare(round);
      if (round > 0) times[index]?.push(performance.now() - started);
    }
  return times.map(median);
}

async function byPixelmatch(before: string, after: string): Promise<void> {
  const [one, other] = [PNG.sync.read(await readFile(before)), PNG.sync.read(await readFile(after))];
  const { width, height } = one;
  const difference = new PNG({ width, height });
  pixelmatch(one.data, other.data, difference.data, width, height);
  await writeFile(`${before}.pixelmatch.png`, PNG.sync.write(difference));
}
