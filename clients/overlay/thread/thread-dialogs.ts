import { rectOf } from '../../shared/page/frames.ts';
import type { CommentFlow, OverlayContext, ThreadDialogs, UiContext } from '../contracts.ts';
import { annotationRow, rowList } from '../drawer/rows.ts';
import { errorLines } from '../i18n/error-messages.ts';
import { formatMessage } from '../i18n/messages.ts';
import { type Anchor, describeAnchor, reanchor } from '../picker/anchor.ts';
import type { Pin, Pins } from '../pins/pins.ts';
import { type AnchorStatus, createAnchorStatus } from './anchor-status.ts';
import { createThread, type Thread } from './thread.ts';

/** Creates the dialogs of threads and clusters; opens nothing. */
export function createThreadDialogs(
  context: OverlayContext,
  ui: UiContext,
  pick: CommentFlow['pick'],
  pins: Pins,
): ThreadDialogs {
  const { messages, outline, dialogs, outbox, drafts, member, resolveMember } = ui;
  const { launcher, shadowHost, feed, language } = context;
  let shown: { pin: Pin; readonly thread: Thread; readonly status: AnchorStatus } | null = null;

  /** Returns the position above the button, aligned with its edge. */
  const dockPosition = () => {
    const dock = launcher.button.hidden ? launcher.badge : launcher.button;
    const { right, top } = dock.getBoundingClientRect();
    return { x: right + 16, y: top + 4 };
  };

  const rebind = async (pin: Pin, anchor: Anchor) => {
    try {
      const stored = await member()?.rebind(pin.annotation.id, anchor);
      dialogs.close();
      shadowHost.toast(messages.rebound);
      feed.put(stored);
    } catch (error) {
      shadowHost.toast(errorLines(error, messages, true).join(' '));
    }
  };
  const pickFor = async (pin: Pin) => {
    const picked = await pick(formatMessage(messages.hintRebind, { n: pin.annotation.number }));
    if (picked) await rebind(pin, describeAnchor(picked));
  };

  const openPin = (opened: Pin) => {
    if (shown?.pin === opened) return dialogs.close();
    resolveMember().catch(() => {});
    /** Returns the current pin: a new list of comments may have replaced it. */
    const pin = () => (shown?.thread === thread ? shown.pin : opened);
    const thread = createThread(opened.annotation, {
      messages,
      language,
      member,
      outbox,
      drafts,
      onChanged: () => feed.reload(),
    });
    const status = createAnchorStatus(
      pin,
      { messages, outline, shadowHost },
      {
        canChange: () => member() !== null,
        confirm: (element) => rebind(pin(), reanchor(element, pin().annotation)),
        pick: () => pickFor(pin()),
        onShown: () => dialogs.reposition(),
      },
    );
    dialogs.open({
      panel: 'thread',
      title: formatMessage(messages.number, { n: opened.annotation.number }),
      content: [status.node, thread.node],
      anchor() {
        const candidate = status.element();
        const box = candidate && rectOf(candidate);
        if (box) return { x: box.right, y: box.top };
        const { visibleButton, point } = pin();
        return visibleButton ? point : dockPosition();
      },
      getFallbackFocus: () => pin().visibleButton ?? launcher.badge,
      onClose() {
        shown = null;
        thread.close();
        outline.showElement(null);
      },
    });
    shown = { pin: opened, thread, status };
    status.refresh();
  };

  return {
    openPin,
    reveal(pin) {
      if (pin.element && !pin.visibleButton) pin.element.scrollIntoView({ block: 'center' });
      if (shown?.pin === pin) return;
      pins.reposition();
      openPin(pin);
    },
    openCluster(members, at) {
      const rows = members.map((pin) => annotationRow(pin, messages, language, () => openPin(pin)));
      dialogs.open({
        panel: 'thread',
        title: formatMessage(messages.cluster, { n: members.length }),
        content: [rowList(rows)],
        ...(rows[0] && { focus: rows[0] }),
        anchor: () => members[0]?.point ?? dockPosition(),
        getFallbackFocus: () => (at.isConnected ? at : (members[0]?.visibleButton ?? null)),
      });
    },
    refresh() {
      if (!shown) return;
      const pin = pins.find(shown.pin.annotation.id);
      if (pin) {
        shown.pin = pin;
        shown.status.refresh();
        shown.thread.update(pin.annotation);
      } else if (!dialogs.hasText) dialogs.close();
      // A reply that is being written stays open: the page may return to the address of its thread.
    },
  };
}
