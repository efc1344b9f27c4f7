import { type Desk, isNarrow } from './desk.ts';
import { isAnnotation, type RawAnnotation } from './feed/feed.ts';
import type { Commenting } from './form/commenting.ts';
import { isLoaded } from './load.ts';
import { watchPage } from './page/page-observer.ts';
import { perFrame } from './page/scheduling.ts';
import type { Panels } from './panels.ts';
import { makePins } from './pins/pins.ts';
import { partOf } from './pins/placement.ts';
import type { Failure } from './service/failure.ts';
import type { Stage } from './stage.ts';
import type { Reading } from './threads.ts';
import { fill, type PinWords } from './words/words.ts';

/** The rest of the overlay: pins, writing, reading, each loaded when it is needed. */
export interface App {
  /** Shows exactly these as pins. */
  show(annotations: readonly RawAnnotation[], failure: Failure | null): void;
  /** Starts choosing an element, or ends it. */
  toggle(): void;
  toggleList(): void;
  open(what: string): void;
  close(): void;
  /** Another address is shown: what is written stays open, and choosing goes on. */
  navigated(): void;
}

/** The pins, and the way to everything beyond them, which is loaded when it is first used. */
export function startApp(stage: Stage, words: PinWords): App {
  const { surface, config, language, launcher, feed, emit, signal } = stage;
  let failure: Failure | null = null;
  let panels: Panels | null = null;
  let writing: Commenting | null = null;
  let reading: Reading | null = null;
  /** The visitor's new comment, whose pin gets the focus as soon as it has its place. */
  let written = '';

  const usePanels = async (isAsked: boolean) => {
    const [part, more] = await Promise.all([stage.load('panels', isAsked), stage.load(`${language}-panels`, isAsked)]);
    if (!part || !more) return null;
    if (panels) return panels;
    panels = part.makePanels(desk, { ...words, ...more.default, ...config.words });
    refresh();
    return panels;
  };
  const useWriting = async () => {
    const [part, shared] = await Promise.all([stage.load('writing', true), usePanels(true)]);
    if (!part || !shared) return null;
    writing ??= part.startWriting(desk, shared);
    return writing;
  };
  const useReading = async () => {
    const [part, shared] = await Promise.all([stage.load('reading', true), usePanels(true)]);
    if (!part || !shared) return null;
    reading ??= part.startReading(desk, shared, pins);
    return reading;
  };

  const pins = makePins(
    surface,
    words,
    {
      onOpen: async (pin) => (await useReading())?.openPin(pin),
      onCluster: async (members, at) => (await useReading())?.openCluster(members, at),
      async onPoint(pin) {
        const shared = panels ?? (await usePanels(false));
        if (shared && !shared.dialogs.isOpen) shared.outline.around(pin?.element ?? null, '', pin && partOf(pin));
      },
      onLocated() {
        refresh();
        if (!written) return;
        pins.place();
        pins.find(written)?.shownBy?.focus({ preventScroll: true });
        written = '';
      },
    },
    signal,
  );
  /** Until when each frame is looked at, as `performance.now()` counts. */
  let watchedTo = 0;
  const watchFor = (ms: number) => {
    watchedTo = Math.max(watchedTo, performance.now() + ms);
    place();
  };
  const place = perFrame(() => {
    surface.fit();
    // What moved may move on: of that, only the beginning is told.
    if (pins.place()) watchFor(500);
    else if (performance.now() < watchedTo) place();
    panels?.outline.place();
    panels?.dialogs.place();
  }, signal);
  const refresh = () => {
    reading?.refresh();
    const waiting = desk.waiting().length;
    const count = pins.all().length + waiting;
    const unsent = waiting > 0 ? `. ${words.waitingRow}: ${waiting}` : '';
    launcher.setBadge({
      count,
      label: failure ? words.listFailed : fill(words.list, { n: count }) + unsent,
      warn: waiting > 0 || pins.missing().length > 0,
      failed: failure !== null,
    });
    place();
  };
  const stop = () => {
    writing?.stop();
    panels?.dialogs.close();
  };

  const desk: Desk = {
    stage,
    place,
    refresh,
    failure: () => failure,
    waiting: () => panels?.outbox.waiting() ?? [],
    reopen: async (comment) => (await useWriting())?.reopen(comment),
    choose: async (hint) => (await useWriting())?.choose(hint) ?? null,
    onStored(stored, url) {
      if (isAnnotation(stored)) emit('created', { id: stored.id, number: Number(stored.number) || 0 });
      // What waited may arrive when another page is shown.
      if (!isAnnotation(stored) || url !== location.href) return feed.reload();
      written = stored.id;
      feed.put(stored);
    },
    listWidth: () => reading?.listWidth() ?? 0,
  };
  signal.addEventListener('abort', stop);
  watchPage({ onLayout: place, onMotion: () => watchFor(300), onContent: () => pins.relocate() }, signal);
  // It may have something to send that an overlay before this one could not.
  if (isLoaded('panels')) usePanels(false);

  return {
    show(annotations, reason) {
      failure = reason;
      pins.show(annotations);
      refresh();
    },
    async toggle() {
      if (isNarrow()) reading?.closeList();
      (await useWriting())?.toggle();
    },
    toggleList: async () => (await useReading())?.toggleList(),
    async open(what) {
      const pin = pins.find(what);
      if (pin && !pin.isLocated) await pins.relocate();
      if (pin) (await useReading())?.reveal(pin);
      else if (what === 'comment') (await useWriting())?.toggle();
      else (await useReading())?.openList();
    },
    close() {
      stop();
      reading?.closeList();
    },
    navigated() {
      if (!panels?.dialogs.hasText) panels?.dialogs.close();
    },
  };
}
