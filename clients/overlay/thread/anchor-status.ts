import { captionOf } from '../page/captions.ts';
import type { Pin } from '../pins/pins.ts';
import { isMissing, partOf } from '../pins/placement.ts';
import { isUnseen } from '../pins/unseen.ts';
import { button, h } from '../shadow-host/dom.ts';
import type { Outline } from '../shadow-host/outline.ts';
import type { Surface } from '../shadow-host/shadow-host.ts';
import { fill, type Words } from '../words/words.ts';

/** The part of a thread that says where its comment belongs. */
export interface PlacePart {
  readonly node: HTMLElement;
  /** The candidate that is shown; null when none is. */
  element(): Element | null;
  refresh(): void;
}

/** What a person can do with the place. */
interface PlaceActions {
  /** False for those who may only read. */
  mayChange(): boolean;
  confirm(element: Element): void;
  choose(): void;
  onShown(): void;
}

/** Says that the element moved or is gone, and walks through the candidates. */
export function makePlace(
  pin: () => Pin,
  { words, outline, surface }: { words: Words; outline: Outline; surface: Surface },
  { mayChange, confirm, choose, onShown }: PlaceActions,
): PlacePart {
  const note = h('p', {});
  const next = button('quiet', () => show(current ? asked.indexOf(current) + 1 : 0), [words.next]);
  const yes = button('primary', () => current && confirm(current), [words.confirm]);
  const other = button('quiet choose', choose, [words.choose]);
  const actions = h('div', { class: 'actions' }, next, other, yes);
  const node = h('div', { class: 'place', role: 'group' }, note, actions);
  let current: Element | null = null;
  /** The candidates that the person chooses from. */
  let asked: readonly Element[] = [];

  const show = (wanted: number) => {
    const index = asked.length > 0 ? wanted % asked.length : 0;
    current = asked[index] ?? null;
    if (!current) return;
    current.scrollIntoView({ block: 'nearest' });
    const caption = fill(words.candidate, { n: index + 1, m: asked.length });
    outline.around(current, caption);
    surface.say(`${caption}: ${captionOf(current)}`);
    onShown();
  };
  return {
    node,
    element: () => current,
    refresh() {
      const { element, state, candidates } = pin();
      const isLost = isMissing(pin());
      const isMoved = isLost && state === 'moved' && candidates.length > 0;
      node.hidden = !isLost && !isUnseen(pin());
      note.textContent = isMoved ? words.movedNote : isLost ? words.goneNote : words.unseen;
      node.setAttribute('aria-label', isMoved ? words.moved : isLost ? words.gone : words.unseen);
      next.hidden = !isMoved || candidates.length < 2;
      yes.hidden = !isMoved || !mayChange();
      other.hidden = !isLost || !mayChange();
      actions.hidden = next.hidden && yes.hidden && other.hidden;
      const before = asked;
      asked = isMoved ? candidates : [];
      const isSame = before.length === asked.length && before.every((element, i) => element === asked[i]);
      if (!isMoved) {
        current = null;
        outline.around(isUnseen(pin()) ? null : element, '', partOf(pin()));
      } else if (!isSame) show(Math.max(0, current ? asked.indexOf(current) : 0));
    },
  };
}
