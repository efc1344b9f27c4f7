import { assetsOf, fontsOf } from './describe-element.ts';
import { inSlices } from './idle-slices.ts';
import { json } from './json.ts';
import { watchPage } from './mutation-tracker.ts';
import { PageModel } from './page-model.ts';
import { pageUrl } from './page-url.ts';

/** Milliseconds between two looks at what has changed, */
const CHANGES_EVERY_MS = 5_000;
/** and after much was told at once, before as much is told again; each time twice as long. */
const MUCH_EVERY_MS = 30_000;
/** So many characters are much. */
const MUCH = 100_000;

/** Takes the page's structure, first whole, then what changes. */
export interface Snapshots {
  /** Tells the page whole again: another one is shown. */
  restart(): void;
  /** Takes a look at changes, when it is time to. */
  tick(): void;
  /** What came before did not arrive: changes of it would mean nothing. */
  lost(): void;
  pause(): void;
}

/** @param ready gets the JSON of a snapshot, and whether it tells the page whole */
export function takeSnapshots(ready: (snapshot: string, isWhole: boolean) => void, onChange: () => void): Snapshots {
  let model = new PageModel();
  /** The time of the whole that the service has; 0 without one. */
  let base = 0;
  let times = 0;
  /** When changes, and when much, may be told again. */
  let dueAt = 0;
  let muchDueAt = 0;
  let toldStyles = 0;
  /** Counts up with everything that makes a scan under way worthless. */
  let turn = 0;
  let busy = false;
  const watch = watchPage(onChange);

  const scan = (done: (timestamp: number) => void) => {
    const mine = ++turn;
    const timestamp = Date.now();
    busy = true;
    inSlices({
      step: () => model.step(),
      begin: () => model.look(),
      isOver: () => mine !== turn,
      done() {
        busy = false;
        dueAt = Date.now() + CHANGES_EVERY_MS;
        done(timestamp);
      },
    });
  };

  const common = (timestamp: number) =>
    `"timestamp":${timestamp},"url":${json(pageUrl())},"title":${json(document.title.slice(0, 300))}`;

  function muchIsTold(): void {
    muchDueAt = Date.now() + MUCH_EVERY_MS * 2 ** times++;
  }

  function whole(): void {
    watch.take();
    watch.start();
    model = new PageModel();
    model.begin();
    scan((timestamp) => {
      base = timestamp;
      toldStyles = model.styles.sets.length;
      muchIsTold();
      const viewport = { width: innerWidth, height: innerHeight };
      ready(
        `{${common(timestamp)},"elements":${model.take().elements},"styles":${json(model.styles.sets)},"assets":${json(assetsOf())},` +
          `"fonts":${json(fontsOf())},"viewport":${json(viewport)}}`,
        true,
      );
    });
  }

  function changes(): void {
    model.begin(watch.take());
    scan((timestamp) => {
      const { elements, moved, order, removed } = model.take();
      const told = `"elements":${elements},"moved":${moved},"order":${order},"removed":${removed}`;
      if (elements + moved + order + removed === '[][][][]') return;
      const styles = json(model.styles.sets.slice(toldStyles));
      toldStyles = model.styles.sets.length;
      if (told.length > MUCH) {
        muchIsTold();
        dueAt = muchDueAt;
      }
      ready(`{${common(timestamp)},"base":${base},${told},"styles":${styles}}`, false);
    });
  }

  return {
    restart() {
      times = 0;
      whole();
    },
    tick() {
      const now = Date.now();
      if (busy || !watch.isChanged() || now < dueAt) return;
      // Too much at once to be told in parts stays untold until the page is told whole.
      if (base && !watch.isFull()) changes();
      else if (now >= muchDueAt) whole();
    },
    lost() {
      base = 0;
    },
    pause() {
      turn++;
      busy = false;
      watch.stop();
    },
  };
}
