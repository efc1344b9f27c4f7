import { type Desk, isNarrow } from './desk.ts';
import { makeDrawer } from './drawer/drawer.ts';
import type { Panels } from './panels.ts';
import type { Pins } from './pins/pins.ts';
import { makeThreads, type Threads } from './thread/threads.ts';
import styles from './threads.css';

/** The list of this page's comments, and their threads. */
export interface Reading extends Threads {
  openList(): void;
  closeList(): void;
  toggleList(): void;
  /** How much of the window's width the list takes, in pixels. */
  listWidth(): number;
}

/** Starts what reading takes; nothing opens by itself. */
export function startReading(desk: Desk, panels: Panels, pins: Pins): Reading {
  const { stage, choose } = desk;
  const { words } = panels;
  const { surface, launcher, feed, language, emit } = stage;
  surface.addStyles(styles);
  const threads = makeThreads({ stage, ...panels, pins, choose });
  const makeRoom = () => {
    if (isNarrow()) drawer.close();
  };
  const drawer = makeDrawer({
    surface,
    words,
    language,
    emit,
    reload: feed.reload,
    listed: () => ({ pins: pins.all(), waiting: desk.waiting(), failure: desk.failure() }),
    onPin(pin) {
      makeRoom();
      threads.reveal(pin);
    },
    onWaiting(comment) {
      makeRoom();
      const pin = pins.find(comment.replyTo);
      if (pin) threads.reveal(pin);
      // There is nothing to open of what another page shows.
      else if (comment.replyTo) comment.retry();
      else desk.reopen(comment);
    },
    back: () => (launcher.badge.hidden ? launcher.button : launcher.badge),
  });
  const openList = () => {
    drawer.open();
    // What was beside it makes room.
    desk.place();
  };
  return {
    ...threads,
    openList,
    closeList: drawer.close,
    toggleList: () => (drawer.isOpen ? drawer.close() : openList()),
    listWidth: () => drawer.width,
    refresh() {
      threads.refresh();
      drawer.refresh();
    },
  };
}
