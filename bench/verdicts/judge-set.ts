import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import type { Capture } from '../../src/infrastructure/capture/capture-request.ts';
import { packRecord } from '../../src/infrastructure/capture/page-record.ts';
import { pageOverlap } from '../../src/infrastructure/comparison/elements/page-overlap.ts';
import { type ComparisonResult, runTask } from '../../src/infrastructure/comparison/task.ts';
import { guardCrop } from '../../src/resolvers/addons/deployments/guards/keep-proofs.ts';
import { judgeAnnotation } from '../../src/resolvers/addons/deployments/verdicts/judge-annotation.ts';
import type {
  AnnotationVerdict,
  PixelDifference,
  Sighting,
} from '../../src/resolvers/addons/deployments/verdicts/types.ts';
import { recordedPins } from '../../src/resolvers/core/reanchoring/record-pins.ts';
import { type LabeledPair, pagesOf, pairsOf } from './cases.ts';
import type { Design } from './designs.ts';

const VIEWPORT = { width: 800, height: 600, deviceScaleFactor: 1 };
const THRESHOLD = 0.1;
const PINS = ['target', 'picture'] as const;

/** A pair with the verdict that the engine gave. */
export interface JudgedPair extends LabeledPair {
  design: string;
  verdict: AnnotationVerdict;
  /** Bytes of the guard that an approval of the change would store; null for other verdicts. */
  guardBytes: number | null;
}

/** Captures all states of a design with its pins, and judges its pairs. */
export async function judgeDesign(
  design: Design,
  capture: (request: Parameters<BrowserPool['capture']>[0]) => Promise<Capture>,
  serve: (path: string, html: string) => string,
): Promise<JudgedPair[]> {
  const options = {
    viewport: VIEWPORT,
    fullPage: true,
    waitForSelector: null,
    delay: 0,
    hideSelectors: [],
    freeze: false,
  };
  const pages = pagesOf(design);
  const captureState = (name: string, pins: readonly (readonly unknown[])[]) =>
    capture({ ...options, url: serve(`/${design.name}/${name}`, pages[name] ?? ''), pins: [...pins] });
  const first = await captureState(
    'base',
    PINS.map((pin) => [{ selector: design[pin].selector, ...(pin === 'target' && { text: design.target.text }) }]),
  );
  const fingerprints = first.located.map(({ candidates }) => [candidates[0]?.fingerprint ?? {}]);
  const captures = new Map<string, Capture>();
  for (const name of Object.keys(pages)) captures.set(name, await captureState(name, fingerprints));
  const judged: JudgedPair[] = [];
  for (const pair of pairsOf(design)) {
    const read = (name: string) => stateOf(captures, name);
    const verdict = await judgePair(pair, read);
    const guardBytes = verdict.verdict === 'changed' ? await bytesOfGuard(pair, read) : null;
    judged.push({ ...pair, design: design.name, verdict, guardBytes });
  }
  return judged;
}

function stateOf(captures: ReadonlyMap<string, Capture>, name: string): Capture {
  const found = captures.get(name);
  if (!found) throw new Error(`no state is named ${name}`);
  return found;
}

/** Two looks: the crop of the element, and the pin with text and styles. */
async function bytesOfGuard(pair: LabeledPair, read: (name: string) => Capture): Promise<number> {
  let bytes = 0;
  for (const name of [pair.before, pair.after]) {
    const { pin } = sightingOf(read(name), PINS.indexOf(pair.pin));
    const crop = pin.box && (await guardCrop(read(name).image, pin.box, 1));
    bytes += JSON.stringify(pin).length + (crop?.length ?? 0);
  }
  return bytes;
}

async function judgePair(pair: LabeledPair, read: (name: string) => Capture): Promise<AnnotationVerdict> {
  const number = PINS.indexOf(pair.pin);
  const [before, after] = [read(pair.before), read(pair.after)];
  const reported = pair.reported === undefined ? undefined : read(pair.reported);
  const sighted = sightingOf(after, number);
  if (pair.truth === 'browser differs') sighted.picture.browser = 'Chrome/1.0';
  return judgeAnnotation({
    comment: pair.comment,
    before: sightingOf(before, number),
    after: sighted,
    pixels: await differenceOf(before, after, number),
    overlap: pageOverlap(before.record, after.record),
    isVolatile: false,
    changes: await changesOf(before, after),
    accepted: reported
      ? {
          reported: sightingOf(reported, number).pin,
          accepted: sightingOf(before, number).pin,
          pixelsToReported: await differenceOf(reported, after, number),
          pixelsBetween: await differenceOf(reported, before, number),
        }
      : null,
  });
}

function sightingOf({ record, located }: Capture, number: number): Sighting {
  const [pin] = recordedPins([{ id: '' }], { record, located: located.slice(number) });
  if (!pin) throw new Error('the capture located no pin');
  const { browser, scale, isComplete = null, isStill, status, width, height } = record;
  const picture = { browser, viewport: VIEWPORT, scale, isComplete, isStill, status, redirectedTo: null };
  return { pin, picture: { ...picture, size: { width, height } } };
}

async function differenceOf(before: Capture, after: Capture, number: number): Promise<PixelDifference | null> {
  const [one, other] = [sightingOf(before, number).pin.box, sightingOf(after, number).pin.box];
  if (!one || !other) return null;
  const result = await runTask({
    kind: 'elements',
    baseline: { image: before.image },
    comparison: { image: after.image },
    pairs: [{ baseline: one, comparison: other }],
    scale: 1,
    threshold: THRESHOLD,
  });
  return (result as (PixelDifference | null)[])[0] ?? null;
}

async function changesOf(before: Capture, after: Capture) {
  const [baseline, comparison] = await Promise.all(
    [before, after].map(async ({ image, record }) => ({
      image,
      tileHashes: undefined,
      record: await packRecord(record),
    })),
  );
  if (!baseline || !comparison) return null;
  const options = { threshold: THRESHOLD, alignRows: true, ignore: [] };
  const { regions } = (await runTask({ kind: 'compare', baseline, comparison, options })) as ComparisonResult;
  return regions.flatMap(({ elements }) => elements);
}
