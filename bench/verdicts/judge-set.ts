import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import type { Capture } from '../../src/infrastructure/capture/capture-request.ts';
import { packRecord } from '../../src/infrastructure/capture/page-record.ts';
import { pageOverlap } from '../../src/infrastructure/comparison/elements/page-overlap.ts';
import { type ComparisonResult, runTask } from '../../src/infrastructure/comparison/task.ts';
import { type ChangeEffect, effectOf } from '../../src/resolvers/addons/deployments/verdicts/change-effect.ts';
import { judgeAnnotation } from '../../src/resolvers/addons/deployments/verdicts/judge-annotation.ts';
import { orderChange } from '../../src/resolvers/addons/deployments/verdicts/order-of-siblings.ts';
import { hasMoved, isAboutPlace } from '../../src/resolvers/addons/deployments/verdicts/place-of-element.ts';
import { isLeft, mayBeGone, namesOf } from '../../src/resolvers/addons/deployments/verdicts/presence.ts';
import type {
  AnnotationVerdict,
  PinFacts,
  PixelDifference,
  Sighting,
  VerdictKind,
} from '../../src/resolvers/addons/deployments/verdicts/types.ts';
import { recordedPins } from '../../src/resolvers/core/reanchoring/record-pins.ts';
import { type CapturedDesign, captureDesign, VIEWPORT } from './capture-design.ts';
import type { Design, Label, ReleaseKind } from './design.ts';

const THRESHOLD = 0.1;

/** Verdict and effect that are right for a label. */
export const TRUTHS: Record<Label, { verdict: VerdictKind; effect: ChangeEffect | null }> = {
  does_it: { verdict: 'changed', effect: 'does_it' },
  changed_otherwise: { verdict: 'changed', effect: 'changed_otherwise' },
  unchanged: { verdict: 'unchanged', effect: null },
  gone: { verdict: 'gone', effect: 'changed_otherwise' },
  gone_as_asked: { verdict: 'gone', effect: 'does_it' },
  went_back: { verdict: 'regressed', effect: 'went_back' },
};

/** An annotation in a release, with its truth and what the engine says. */
export interface JudgedCase {
  design: string;
  /** Number of the release, from 1. */
  release: number;
  kind: ReleaseKind;
  pin: string;
  comment: string;
  label: Label;
  judged: AnnotationVerdict;
  effect: ChangeEffect | null;
}

/** Captures and judges designs, two at a time, in their order. */
export async function judgeDesigns(
  designs: readonly Design[],
  capture: BrowserPool['capture'],
  publish: (path: string, html: string) => string,
): Promise<JudgedCase[]> {
  const cases: JudgedCase[][] = designs.map(() => []);
  const waiting = [...designs.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      cases[next[0]] = await judgeDesign(await captureDesign(next[1], capture, publish));
    }
  };
  await Promise.all([work(), work()]);
  return cases.flat();
}

/** Judges all pins of a design in each of its releases. */
async function judgeDesign({ design, reported, releases }: CapturedDesign): Promise<JudgedCase[]> {
  const cases: JudgedCase[] = [];
  const accepted = new Map<string, Capture>();
  for (const [number, { kind, labels = {}, accepts = [] }] of design.releases.entries()) {
    const after = releases[number];
    if (!after) throw new Error(`${design.name} has no capture of release ${number + 1}`);
    for (const [index, [pin, [, comment]]] of Object.entries(design.pins).entries()) {
      const looks = { reported, accepted: accepted.get(pin), after };
      const { judged, effect } = await judge(comment, index, looks);
      const label = labels[pin] ?? 'unchanged';
      cases.push({ design: design.name, release: number + 1, kind, pin, comment, label, judged, effect });
    }
    for (const pin of accepts) accepted.set(pin, after);
  }
  return cases;
}

interface Looks {
  reported: Capture;
  accepted: Capture | undefined;
  after: Capture;
}

async function judge(comment: string, index: number, { reported, accepted, after }: Looks) {
  const earlier = accepted ?? reported;
  const [before, now] = [sightingOf(earlier, index), sightingOf(after, index)];
  const pages = { baseline: earlier.record, comparison: after.record };
  const pixels = await differenceOf(earlier, after, index);
  const order = orderChange(comment, { before: before.pin, after: now.pin }, pages, accepted !== undefined);
  const judged = judgeAnnotation({
    comment,
    before,
    after: now,
    pixels,
    overlap: pageOverlap(earlier.record, after.record),
    isLeft: mayBeGone(before.pin, now.pin) ? isLeft(before.pin, now.pin, pages) : null,
    isVolatile: false,
    order,
    isMoved: isAboutPlace(comment) && hasMoved(comment, { before: before.pin, after: now.pin }, pages),
    changes: pixels?.isStretched ? await changesOf(earlier, after) : null,
    accepted: accepted
      ? {
          reported: sightingOf(reported, index).pin,
          accepted: await acceptedPin(comment, index, reported, accepted),
          pixelsToReported: await differenceOf(reported, after, index),
          pixelsBetween: await differenceOf(reported, accepted, index),
        }
      : null,
  });
  const names = namesOf(before.pin, earlier.record);
  const effect = effectOf({
    ...judged,
    comment,
    before: before.pin,
    after: now.pin,
    names,
    order,
    pageUrl: after.record.finalUrl,
  });
  return { judged, effect };
}

/** The accepted look; without the element if its removal was accepted. */
async function acceptedPin(comment: string, index: number, reported: Capture, accepted: Capture): Promise<PinFacts> {
  const { judged } = await judge(comment, index, { reported, accepted: undefined, after: accepted });
  const { pin } = sightingOf(accepted, index);
  return judged.verdict === 'gone' ? { ...pin, state: 'orphaned', box: null, text: null, styles: null } : pin;
}

function sightingOf({ record, located }: Capture, index: number): Sighting {
  const [pin] = recordedPins([{ id: '' }], { record, located: located.slice(index) });
  if (!pin) throw new Error('the capture located no pin');
  const { browser, scale, isComplete = null, isStill, status, width, height } = record;
  const picture = { browser, viewport: VIEWPORT, scale, isComplete, isStill, status, redirectedTo: null };
  return { pin, picture: { ...picture, size: { width, height } } };
}

async function differenceOf(before: Capture, after: Capture, index: number): Promise<PixelDifference | null> {
  const [one, other] = [sightingOf(before, index).pin.box, sightingOf(after, index).pin.box];
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
