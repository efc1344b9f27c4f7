import { formatMessage, type Messages } from '../i18n/messages.ts';
import { captionOf } from '../page/captions.ts';
import { isHidden } from '../pins/hidden.ts';
import type { Pin } from '../pins/pins.ts';
import { isMissing, targetRegion } from '../pins/placement.ts';
import { button, h } from '../shadow-host/elements.ts';
import type { Outline } from '../shadow-host/outline.ts';
import type { ShadowHost } from '../shadow-host/shadow-host.ts';

/** The section of a thread that reports a moved, missing or hidden element. */
export interface AnchorStatus {
  readonly node: HTMLElement;
  /** The candidate that is outlined; null when none is. */
  element(): Element | null;
  refresh(): void;
}

interface AnchorStatusActions {
  /** False for visitors and members who may only read. */
  canChange(): boolean;
  confirm(element: Element): void;
  pick(): void;
  onShown(): void;
}

/** Creates the section. It steps through the candidates for an element that moved. */
export function createAnchorStatus(
  pin: () => Pin,
  { messages, outline, shadowHost }: { messages: Messages; outline: Outline; shadowHost: ShadowHost },
  { canChange, confirm, pick, onShown }: AnchorStatusActions,
): AnchorStatus {
  const note = h('p', {});
  const next = button('quiet', () => show(current ? choices.indexOf(current) + 1 : 0), [messages.next]);
  const yes = button('primary', () => current && confirm(current), [messages.confirm]);
  const other = button('quiet choose', pick, [messages.choose]);
  const actions = h('div', { class: 'actions' }, next, other, yes);
  const node = h('div', { class: 'place', role: 'group' }, note, actions);
  let current: Element | null = null;
  /** Candidates that the person steps through. */
  let choices: readonly Element[] = [];

  const show = (wanted: number) => {
    const index = choices.length > 0 ? wanted % choices.length : 0;
    current = choices[index] ?? null;
    if (!current) return;
    current.scrollIntoView({ block: 'nearest' });
    const caption = formatMessage(messages.candidate, { n: index + 1, m: choices.length });
    outline.showElement(current, caption);
    shadowHost.announce(`${caption}: ${captionOf(current)}`);
    onShown();
  };
  return {
    node,
    element: () => current,
    refresh() {
      const { element, state, candidates } = pin();
      const isLost = isMissing(pin());
      const isMoved = isLost && state === 'moved' && candidates.length > 0;
      node.hidden = !isLost && !isHidden(pin());
      note.textContent = isMoved ? messages.movedNote : isLost ? messages.goneNote : messages.unseen;
      node.setAttribute('aria-label', isMoved ? messages.moved : isLost ? messages.gone : messages.unseen);
      next.hidden = !isMoved || candidates.length < 2;
      yes.hidden = !isMoved || !canChange();
      other.hidden = !isLost || !canChange();
      actions.hidden = next.hidden && yes.hidden && other.hidden;
      const before = choices;
      choices = isMoved ? candidates : [];
      const isSame = before.length === choices.length && before.every((element, i) => element === choices[i]);
      if (!isMoved) {
        current = null;
        outline.showElement(isHidden(pin()) ? null : element, '', targetRegion(pin()));
      } else if (!isSame) show(Math.max(0, current ? choices.indexOf(current) : 0));
    },
  };
}
