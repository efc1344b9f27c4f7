import { assetsOf, fontsOf } from './describe-element.ts';
import { runInIdleSlices } from './idle-slices.ts';
import { json } from './json.ts';
import { trackMutations } from './mutation-tracker.ts';
import { PageModel } from './page-model.ts';
import { pageUrl } from './page-url.ts';

/** Interval between scans for changes, ms. */
const CHANGES_EVERY_MS = 5_000;
/** Delay after a large snapshot before the next large one, ms; doubles each time. */
const LARGE_EVERY_MS = 30_000;
/** Length from which a snapshot counts as large, characters. */
const LARGE_LENGTH = 100_000;

/** Recorder of the page's structure: a full snapshot first, then changes. */
export interface SnapshotRecorder {
  /** Records a full snapshot again, because another page is shown. */
  restart(): void;
  /** Scans for changes if they are due. */
  tick(): void;
  /** Marks the base as lost, so that the next snapshot is a full one. */
  invalidateBase(): void;
  pause(): void;
}

/** @param ready receives the JSON of a snapshot, and whether it is a full one */
export function recordSnapshots(
  ready: (snapshot: string, isFull: boolean) => void,
  onChange: () => void,
): SnapshotRecorder {
  let model = new PageModel();
  /** Timestamp of the full snapshot that the service has; 0 if there is none. */
  let base = 0;
  let largeCount = 0;
  /** Earliest times of the next changes and of the next large snapshot. */
  let dueAt = 0;
  let largeDueAt = 0;
  let sentStyles = 0;
  /** Incremented to cancel the current scan. */
  let scanId = 0;
  let isScanning = false;
  const mutations = trackMutations(onChange);

  const scan = (done: (timestamp: number) => void) => {
    const ownScanId = ++scanId;
    const timestamp = Date.now();
    isScanning = true;
    runInIdleSlices({
      step: () => model.step(),
      begin: () => model.readScroll(),
      isCanceled: () => ownScanId !== scanId,
      done() {
        isScanning = false;
        dueAt = Date.now() + CHANGES_EVERY_MS;
        done(timestamp);
      },
    });
  };

  const common = (timestamp: number) =>
    `"timestamp":${timestamp},"url":${json(pageUrl())},"title":${json(document.title.slice(0, 300))}`;

  function delayNextLarge(): void {
    largeDueAt = Date.now() + LARGE_EVERY_MS * 2 ** largeCount++;
  }

  function sendFull(): void {
    mutations.drain();
    mutations.start();
    model = new PageModel();
    model.begin();
    scan((timestamp) => {
      base = timestamp;
      sentStyles = model.styles.sets.length;
      delayNextLarge();
      const viewport = { width: innerWidth, height: innerHeight };
      ready(
        `{${common(timestamp)},"elements":${model.serializeFound().elements},"styles":${json(model.styles.sets)},"assets":${json(assetsOf())},` +
          `"fonts":${json(fontsOf())},"viewport":${json(viewport)}}`,
        true,
      );
    });
  }

  function sendChanges(): void {
    model.begin(mutations.drain());
    scan((timestamp) => {
      const { elements, moved, order, removed } = model.serializeFound();
      const changesJson = `"elements":${elements},"moved":${moved},"order":${order},"removed":${removed}`;
      if (elements + moved + order + removed === '[][][][]') return;
      const styles = json(model.styles.sets.slice(sentStyles));
      sentStyles = model.styles.sets.length;
      if (changesJson.length > LARGE_LENGTH) {
        delayNextLarge();
        dueAt = largeDueAt;
      }
      ready(`{${common(timestamp)},"base":${base},${changesJson},"styles":${styles}}`, false);
    });
  }

  return {
    restart() {
      largeCount = 0;
      sendFull();
    },
    tick() {
      const now = Date.now();
      if (isScanning || !mutations.isChanged() || now < dueAt) return;
      // After too many changes, the next snapshot is a full one.
      if (base && !mutations.isFull()) sendChanges();
      else if (now >= largeDueAt) sendFull();
    },
    invalidateBase() {
      base = 0;
    },
    pause() {
      scanId++;
      isScanning = false;
      mutations.stop();
    },
  };
}
