import { type Desk, isNarrow } from './desk.ts';
import { type Membership, startMembership } from './membership.ts';
import { hasBegun } from './outbox/begun.ts';
import { startSending } from './outbox/delivery.ts';
import { guardLeaving } from './outbox/leaving.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Emit } from './public-api/events.ts';
import { type Dialogs, makeDialogs, type Room } from './shadow-host/dialogs.ts';
import { makeOutline, type Outline } from './shadow-host/outline.ts';
import styles from './ui.css';
import type { Words } from './words/words.ts';

/** What writing and reading share. */
export interface Panels extends Membership {
  readonly words: Words;
  readonly outline: Outline;
  readonly dialogs: Dialogs;
  readonly outbox: Outbox;
}

/** Makes what everything that opens stands on; nothing opens by itself. */
export function makePanels(desk: Desk, words: Words): Panels {
  const { stage, listWidth } = desk;
  const { surface, launcher, emit, signal } = stage;
  surface.addStyles(styles);
  // Pages that scroll by their own scripts, or keep everything but a window of theirs from scrolling, are not meant.
  for (const type of ['wheel', 'touchmove']) {
    surface.host.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
  }
  const room: Room = ({ offsetLeft, width }) => {
    const taken = isNarrow() ? 0 : listWidth();
    const [from, to] = surface.root.dir === 'rtl' ? [taken, innerWidth] : [0, innerWidth - taken];
    return { from: Math.max(from, offsetLeft), to: Math.min(to, offsetLeft + width) };
  };
  const outline = makeOutline(surface);
  const guard = guardLeaving(() => !outbox.isEmpty || hasBegun() || dialogs.hasText, signal);
  const tell: Emit = (type, detail) => {
    guard();
    emit(type, detail);
  };
  const dialogs = makeDialogs(
    surface,
    { closeWord: words.close, outline, room, dock: launcher.dock, emit: tell },
    signal,
  );
  const membership = startMembership(desk);
  const outbox = startSending(desk, membership, words, guard);
  surface.root.addEventListener('input', guard);
  guard();
  return { words, outline, dialogs, ...membership, outbox };
}
