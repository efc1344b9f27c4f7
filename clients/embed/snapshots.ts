import { assetsOf, fontsOf } from './describe.ts';
import { json } from './json.ts';
import { PageModel } from './page-model.ts';
import { watchPage } from './page-watch.ts';
import { inSlices } from './slices.ts';

/** Milliseconds between two looks at what has changed, */
const CHANGES_EVERY_MS = 5_000;
/** and between two looks at a page that has changed too much to be told in parts. */
const WHOLE_EVERY_MS = 30_000;
/** How often a page that keeps changing is told whole. */
const MAX_WHOLE = 5;

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
  let base = 0;
  let wholes = 0;
  let lastAt = 0;
  let toldStyles = 0;
  /** Counts up with everything that makes a scan under way worthless. */
  let turn = 0;
  let busy = false;
  const watch = watchPage(onChange);

  const scan = (step: () => boolean, done: (timestamp: number) => void) => {
    const mine = ++turn;
    const timestamp = Date.now();
    busy = true;
    inSlices({
      step,
      begin: () => model.look(),
      isOver: () => mine !== turn,
      done() {
        busy = false;
        lastAt = Date.now();
        done(timestamp);
      },
    });
  };

  const common = (timestamp: number) =>
    `"timestamp":${timestamp},"url":${json(location.href.slice(0, 2048))},"title":${json(document.title.slice(0, 300))}`;

  function whole(): void {
    watch.take();
    watch.start();
    model = new PageModel();
    wholes++;
    model.begin(document.documentElement);
    scan(
      () => model.step(),
      (timestamp) => {
        base = timestamp;
        toldStyles = model.styles.sets.length;
        const viewport = { width: innerWidth, height: innerHeight };
        ready(
          `{${common(timestamp)},"elements":${model.take()},"styles":${json(model.styles.sets)},"assets":${json(assetsOf())},` +
            `"fonts":${json(fontsOf())},"viewport":${json(viewport)}}`,
          true,
        );
      },
    );
  }

  function changes(): void {
    const taken = watch.take();
    if (!taken) {
      if (wholes < MAX_WHOLE && Date.now() - lastAt >= WHOLE_EVERY_MS) whole();
      return;
    }
    const removed: number[] = [];
    const roots: Element[] = [];
    for (const element of taken.removed) if (!element.isConnected) forget(element, removed);
    for (const element of taken.changed) if (element.isConnected) roots.push(element);
    scan(
      () => model.step() || (roots.length > 0 && !model.isFull() && look(roots.pop())),
      (timestamp) => {
        const elements = model.take();
        if (elements === '[]' && removed.length === 0) return;
        const styles = json(model.styles.sets.slice(toldStyles));
        toldStyles = model.styles.sets.length;
        ready(
          `{${common(timestamp)},"base":${base},"elements":${elements},"removed":${json(removed)},"styles":${styles}}`,
          false,
        );
      },
    );
  }

  /** A new element with all within it, a known one by itself. @returns true: there may be more to do */
  function look(root: Element | undefined): true {
    const above = root?.parentElement;
    const parent = above ? model.refs.get(above) : undefined;
    if (!root || (above && parent === undefined) || root.closest('[data-svc-ignore]')) return true;
    const masked = root.closest('[data-svc-mask]') !== null;
    if (model.refs.has(root)) model.again(root, parent, masked);
    else model.begin(root, parent, masked);
    return true;
  }

  function forget(element: Element, removed: number[]): void {
    const ref = model.refs.get(element);
    if (ref === undefined) return;
    removed.push(ref);
    model.refs.delete(element);
    for (const inner of element.getElementsByTagName('*')) {
      const innerRef = model.refs.get(inner);
      if (innerRef !== undefined) removed.push(innerRef);
      model.refs.delete(inner);
    }
  }

  return {
    restart() {
      wholes = 0;
      whole();
    },
    tick() {
      if (busy || !watch.isChanged() || Date.now() - lastAt < CHANGES_EVERY_MS) return;
      if (base) changes();
      else if (wholes < MAX_WHOLE) whole();
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
