import type { AppApi, CommentFlow, Panel, Threads, UiContext } from './contracts.ts';
import { createDrawer } from './drawer/drawer.ts';
import type { Pins } from './pins/pins.ts';
import { isNarrow } from './shadow-host/viewport.ts';
import { createThreadDialogs } from './thread/thread-dialogs.ts';

/** Creates the list and the dialogs of threads; opens nothing. */
export function createThreads(api: AppApi, ui: UiContext, commentFlow: CommentFlow, pins: Pins, panel: Panel): Threads {
  const { context } = api;
  const { messages } = ui;
  const { shadowHost, launcher, badge, feed, language, emit } = context;
  const threads = createThreadDialogs(context, ui, panel, () => openList(), pins, api.refresh);
  const closeIfNarrow = () => {
    if (isNarrow()) drawer.close();
  };
  const drawer = createDrawer({
    shadowHost,
    messages,
    language,
    emit,
    reload: feed.reload,
    openPanel: () => panel.open(''),
    content: () => ({ pins: pins.all(), pending: api.pending(), failure: api.failure() }),
    onPin(pin) {
      closeIfNarrow();
      threads.reveal(pin);
    },
    onPending(comment) {
      closeIfNarrow();
      const pin = pins.find(comment.replyTo);
      if (pin) threads.reveal(pin);
      // A reply to a thread of another page has no dialog here.
      else if (comment.replyTo) comment.retry();
      else commentFlow.reopen(comment);
    },
    showsResolved: pins.showsResolved,
    showResolved(isShown) {
      pins.showResolved(isShown);
      ui.visitor.saveShowsResolved(isShown);
      api.scheduleReposition();
    },
    getFallbackFocus: () => (badge.hidden ? launcher.button : badge),
  });
  const openList = async (what?: string) => {
    if (what === 'panel' || (await panel.isForMember())) return panel.open('');
    drawer.open();
    // The list reduces the width that is available to an open dialog.
    api.scheduleReposition();
  };
  return {
    ...threads,
    openList,
    closeList: drawer.close,
    toggleList() {
      if (panel.isOpen) panel.close();
      else if (drawer.isOpen) drawer.close();
      else openList();
    },
    listWidth: () => drawer.width,
    refresh() {
      threads.refresh();
      drawer.refresh();
    },
  };
}
