import type { Messages } from '../i18n/messages.ts';
import type { PendingComment } from '../outbox/outbox.ts';
import type { Pin } from '../pins/pins.ts';
import { stateOf } from '../pins/state.ts';
import type { Emit } from '../public-api/events.ts';
import { errorLines } from '../service/error-messages.ts';
import type { RequestError } from '../service/request-error.ts';
import { checkbox, ticked } from '../shadow-host/checkbox.ts';
import { CLOSE_ICON, type RestoreFocus, saveFocus } from '../shadow-host/dialogs.ts';
import { button, h, icon } from '../shadow-host/elements.ts';
import type { ShadowHost } from '../shadow-host/shadow-host.ts';
import { annotationRow, pendingRow } from './rows.ts';
import { createSection, reconcileChildren } from './sections.ts';

export interface ListContent {
  readonly pins: readonly Pin[];
  readonly pending: readonly PendingComment[];
  /** Why the list could not be fetched. */
  readonly failure: RequestError | null;
}

/** The list of the comments on this page. */
export interface Drawer {
  readonly isOpen: boolean;
  /** Width in pixels; 0 when it is closed. */
  readonly width: number;
  open(): void;
  close(): void;
  /** Updates the rows; keeps filters, scroll position and focus. */
  refresh(): void;
}

export interface DrawerOptions {
  readonly shadowHost: ShadowHost;
  readonly messages: Messages;
  readonly language: string;
  readonly emit: Emit;
  content(): ListContent;
  onPin(pin: Pin): void;
  onPending(comment: PendingComment): void;
  reload(): void;
  openPanel(): void;
  showsResolved(): boolean;
  showResolved(isShown: boolean): void;
  /** Returns the element to focus on close when the previously focused one is gone. */
  getFallbackFocus(): HTMLElement | null;
}

/** Creates a closed drawer. Escape closes it while it has the focus. */
export function createDrawer(options: DrawerOptions): Drawer {
  const { shadowHost, messages, language, emit, content, onPin, onPending, reload, getFallbackFocus } = options;
  const title = h('h2', { id: 'drawer-title' }, messages.drawer);
  const search = h('input', {
    type: 'search',
    placeholder: messages.search,
    'aria-label': messages.search,
    dir: 'auto',
  });
  const resolved = checkbox(options.showsResolved());
  resolved.addEventListener('change', () => options.showResolved(resolved.checked));
  const list = h('div', { class: 'list', tabindex: '0', role: 'group', 'aria-label': messages.drawer });
  const closer = button('close', () => close(), [icon(CLOSE_ICON)], messages.close);
  const panel = h(
    'aside',
    { class: 'drawer', 'aria-labelledby': 'drawer-title', hidden: '' },
    h('div', { class: 'head' }, title, button('link', options.openPanel, [messages.team]), closer),
    search,
    ticked(resolved, messages.showResolved),
    list,
  );
  shadowHost.root.append(panel);

  const unsent = createSection(messages.waitingRow);
  /** Sections, each with the states of its pins. */
  const sections = (
    [
      ['moved', 'moved'],
      ['whole', 'page'],
      ['here', 'bound hidden'],
      ['gone', 'orphaned'],
    ] as const
  ).map(([name, states]) => [createSection(messages[name]), states] as const);
  const empty = h('p', { class: 'empty' });
  let restoreFocus: RestoreFocus = () => {};
  let reported: { failure: RequestError | null; problem: HTMLElement[] } = { failure: null, problem: [] };
  const pinRow = (pin: Pin) => {
    const row = annotationRow(pin, messages, language, () => onPin(pin));
    row.dataset.id = pin.annotation.id;
    return [pin, row] as const;
  };

  const refresh = () => {
    if (panel.hidden) return;
    const { pins, pending, failure } = content();
    const query = search.value.trim().toLowerCase();
    const matching = pins
      .filter(({ annotation: { content, author, number, status } }) =>
        `${number} ${author} ${messages[status]} ${content}`.toLowerCase().includes(query),
      )
      .sort((a, b) => b.annotation.number - a.annotation.number);
    const focused = shadowHost.focused();
    const id = list.contains(focused) ? (focused as HTMLElement).dataset.id : undefined;
    const rows = [
      ...unsent.show(pending.map((comment) => [comment, pendingRow(comment, messages, () => onPending(comment))])),
      ...sections.flatMap(([section, states]) =>
        section.show(matching.filter((pin) => states.includes(stateOf(pin))).map(pinRow)),
      ),
    ];
    empty.textContent = pins.length > 0 ? messages.noneFound : messages.none;
    if (failure !== reported.failure) reported = { failure, problem: failure ? [problemOf(failure)] : [] };
    const items = [...reported.problem, ...rows];
    reconcileChildren(list, items.length > 0 ? items : [empty]);
    if (id !== undefined) list.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  };
  const problemOf = (failure: RequestError) =>
    h(
      'div',
      { class: 'problem', role: 'alert' },
      h('p', {}, messages.listFailed),
      ...errorLines(failure, messages).map((line) => h('p', {}, line)),
      button('retry', reload, [messages.retry]),
    );
  const applySearch = () => {
    refresh();
    if (empty.isConnected) shadowHost.announce(empty.textContent ?? '');
  };
  const close = () => {
    if (panel.hidden) return;
    const hadFocus = panel.contains(shadowHost.focused());
    panel.hidden = true;
    emit('close', { panel: 'list' });
    if (hadFocus) restoreFocus(getFallbackFocus());
  };
  search.oninput = applySearch;
  panel.onkeydown = (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    close();
  };
  return {
    get isOpen() {
      return !panel.hidden;
    },
    get width() {
      return panel.hidden ? 0 : panel.offsetWidth;
    },
    open() {
      if (!panel.hidden) return;
      restoreFocus = saveFocus(shadowHost);
      panel.hidden = false;
      refresh();
      closer.focus();
      emit('open', { panel: 'list' });
    },
    close,
    refresh,
  };
}
