import type { Status } from '../feed/annotation.ts';
import type { UnsentComment } from '../outbox/outbox.ts';
import type { Pin } from '../pins/pins.ts';
import { isMissing } from '../pins/placement.ts';
import type { Emit } from '../public-api/events.ts';
import type { Failure } from '../service/failure.ts';
import { CLOSE, type GiveBack, keepFocus } from '../shadow-host/dialogs.ts';
import { button, h, icon } from '../shadow-host/dom.ts';
import type { Surface } from '../shadow-host/shadow-host.ts';
import { arrange } from '../surface/arrange.ts';
import { failureLines } from '../words/failure-words.ts';
import type { Words } from '../words/words.ts';
import { annotationRow, unsentRow } from './rows.ts';
import { makeSection } from './sections.ts';

/** What there is to list. */
export interface Listed {
  readonly pins: readonly Pin[];
  readonly waiting: readonly UnsentComment[];
  /** Why the list could not be fetched. */
  readonly failure: Failure | null;
}

/** The list of everything on this page. */
export interface Drawer {
  readonly isOpen: boolean;
  /** How much of the window's width it takes, in pixels. */
  readonly width: number;
  open(): void;
  close(): void;
  /** Brings it up to date; filters, scroll and focus stay. */
  refresh(): void;
}

/** What a drawer needs. */
export interface DrawerOptions {
  readonly surface: Surface;
  readonly words: Words;
  readonly language: string;
  readonly emit: Emit;
  listed(): Listed;
  onPin(pin: Pin): void;
  onWaiting(comment: UnsentComment): void;
  reload(): void;
  /** What gets the focus when what had it is gone. */
  back(): HTMLElement | null;
}

const FILTERS: readonly (Status | 'all')[] = ['all', 'open', 'in_progress', 'resolved'];

/** Makes the drawer, closed. Esc closes it while the focus is in it. */
export function makeDrawer(options: DrawerOptions): Drawer {
  const { surface, words, language, emit, listed, onPin, onWaiting, reload, back } = options;
  let filter: Status | 'all' = 'all';

  const title = h('h2', { id: 'drawer-title' }, words.drawer);
  const search = h('input', { type: 'search', placeholder: words.search, 'aria-label': words.search, dir: 'auto' });
  const chips = FILTERS.map((name) => {
    const chip = button('chip', () => choose(name), [words[name]]);
    chip.dataset.filter = name;
    return chip;
  });
  const list = h('div', { class: 'list', tabindex: '0', role: 'group', 'aria-label': words.drawer });
  const closer = button('close', () => close(), [icon(CLOSE)], words.close);
  const panel = h(
    'aside',
    { class: 'drawer', 'aria-labelledby': 'drawer-title', hidden: '' },
    h('div', { class: 'head' }, title, closer),
    search,
    h('div', { class: 'chips', role: 'group', 'aria-label': words.drawer }, ...chips),
    list,
  );
  surface.root.append(panel);

  const unsent = makeSection(words.waitingRow);
  const moved = makeSection(words.moved);
  const here = makeSection(words.here);
  const gone = makeSection(words.gone);
  const empty = h('p', { class: 'empty' });
  let giveBack: GiveBack = () => {};
  let told: { failure: Failure | null; problem: HTMLElement[] } = { failure: null, problem: [] };
  const pinRow = (pin: Pin) => {
    const row = annotationRow(pin, words, language, () => onPin(pin));
    row.dataset.id = pin.annotation.id;
    return [pin, row] as const;
  };

  const refresh = () => {
    if (panel.hidden) return;
    const { pins, waiting, failure } = listed();
    const wanted = search.value.trim().toLowerCase();
    const matching = pins
      .filter(({ annotation }) => filter === 'all' || annotation.status === filter)
      .filter(({ annotation: { content, author, number } }) =>
        `${number} ${author} ${content}`.toLowerCase().includes(wanted),
      )
      .sort((a, b) => b.annotation.number - a.annotation.number);
    const missing = matching.filter(isMissing);
    const focused = surface.focused();
    const id = focused instanceof HTMLElement && list.contains(focused) ? focused.dataset.id : undefined;
    const sections = [
      ...unsent.show(waiting.map((comment) => [comment, unsentRow(comment, words, () => onWaiting(comment))])),
      ...moved.show(missing.filter(({ state }) => state === 'moved').map(pinRow)),
      ...here.show(matching.filter((pin) => !isMissing(pin)).map(pinRow)),
      ...gone.show(missing.filter(({ state }) => state !== 'moved').map(pinRow)),
    ];
    empty.textContent = pins.length > 0 ? words.noneFound : words.none;
    if (failure !== told.failure) told = { failure, problem: failure ? [problemOf(failure)] : [] };
    const content = [...told.problem, ...sections];
    arrange(list, content.length > 0 ? content : [empty]);
    for (const chip of chips) chip.setAttribute('aria-pressed', String(chip.dataset.filter === filter));
    if (id !== undefined) list.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  };
  const problemOf = (failure: Failure) =>
    h(
      'div',
      { class: 'problem', role: 'alert' },
      h('p', {}, words.listFailed),
      ...failureLines(failure, words).map((line) => h('p', {}, line)),
      button('retry', reload, [words.retry]),
    );
  const find = () => {
    refresh();
    if (empty.isConnected) surface.say(empty.textContent ?? '');
  };
  const choose = (name: Status | 'all') => {
    filter = name;
    find();
  };
  const close = () => {
    if (panel.hidden) return;
    const hadFocus = panel.contains(surface.focused());
    panel.hidden = true;
    emit('close', { panel: 'list' });
    if (hadFocus) giveBack(back());
  };
  search.addEventListener('input', find);
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    close();
  });
  return {
    get isOpen() {
      return !panel.hidden;
    },
    get width() {
      return panel.hidden ? 0 : panel.offsetWidth;
    },
    open() {
      if (!panel.hidden) return;
      giveBack = keepFocus(surface);
      panel.hidden = false;
      refresh();
      closer.focus({ preventScroll: true });
      emit('open', { panel: 'list' });
    },
    close,
    refresh,
  };
}
