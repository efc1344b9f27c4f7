import { type Desk, isNarrow } from './desk.ts';
import { type Dialogs, makeDialogs } from './dialogs.ts';
import { type Membership, startMembership } from './membership.ts';
import type { Outbox } from './outbox.ts';
import { makeOutline, type Outline } from './outline.ts';
import styles from './panels.css';
import { startSending } from './sending.ts';
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
  const room = () => {
    const width = isNarrow() ? 0 : listWidth();
    return surface.root.dir === 'rtl' ? { from: width, to: innerWidth } : { from: 0, to: innerWidth - width };
  };
  const outline = makeOutline(surface);
  const dialogs = makeDialogs(surface, { closeWord: words.close, room, dock: launcher.dock, emit }, signal);
  const membership = startMembership(desk);
  return { words, outline, dialogs, ...membership, outbox: startSending(desk, membership, words) };
}
