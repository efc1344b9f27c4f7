import { toPlainJson } from '../../shared/json.ts';
import { rectOf } from '../../shared/page/frames.ts';
import { record } from '../../shared/rebind/fingerprint/stored.ts';
import type { AppContext, Panel, ThreadDialogs, UiContext } from '../contracts.ts';
import { annotationRow, rowList } from '../drawer/rows.ts';
import { formatMessage } from '../i18n/messages.ts';
import type { Pin, Pins } from '../pins/pins.ts';
import { errorLines } from '../service/error-messages.ts';
import { isRequestError } from '../service/request-error.ts';
import { type AnchorStatus, createAnchorStatus } from './anchor-status.ts';
import { createThread, type Thread } from './thread.ts';

/**
 * Creates the dialogs of threads and clusters; opens nothing.
 *
 * @param onRead called after the replies of a thread were shown
 */
export function createThreadDialogs(
  context: AppContext,
  ui: UiContext,
  panel: Panel,
  openList: () => void,
  pins: Pins,
  onRead: () => void,
): ThreadDialogs {
  const { messages, outline, dialogs, outbox, drafts, visitor } = ui;
  const { launcher, badge, shadowHost, feed, language } = context;
  /** Number of the annotation whose thread a link asks for, until it is opened; else 0. */
  let wanted = 0;
  let shown: { pin: Pin; readonly thread: Thread; readonly status: AnchorStatus } | null = null;

  /** Returns the position above the button, aligned with its edge. */
  const dockPosition = () => {
    const dock = launcher.button.hidden ? badge : launcher.button;
    const { right, top } = dock.getBoundingClientRect();
    return { x: right + 16, y: top + 4 };
  };

  const openPin = async (opened: Pin) => {
    if (shown?.pin === opened) return dialogs.close();
    const { id } = opened.annotation;
    if (await panel.isForMember()) return panel.open(id);
    /** Returns the current pin: a new list of comments may have replaced it. */
    const pin = () => (shown?.thread === thread ? shown.pin : opened);
    const thread = createThread(opened.annotation, {
      messages,
      language,
      outbox,
      drafts,
      visitor,
      onChanged: () => feed.reload(),
      onFailed: (error) => shadowHost.toast(errorLines(error, messages, 'v').join(' ')),
      openPanel: () => panel.open(id),
    });
    const status = createAnchorStatus(pin, messages, outline, dialogs.reposition);
    dialogs.open({
      panel: 'thread',
      title: formatMessage(messages.number, { n: opened.annotation.number }),
      content: [status.node, thread.node],
      anchor() {
        const { element, visibleButton, point } = pin();
        const shown = !element && status.shown();
        const box = shown && rectOf(shown);
        if (box) return { x: box.right, y: box.top };
        return visibleButton ? point : dockPosition();
      },
      getFallbackFocus: () => pin().visibleButton ?? badge,
      onClose() {
        shown = null;
        thread.close();
        outline.showElement(null);
      },
    });
    shown = { pin: opened, thread, status };
    status.refresh();
    // The outline may have made the dialog smaller.
    dialogs.reposition();
    thread.showNewest();
    visitor.markSeen(opened.annotation);
    onRead();
  };

  const reveal = (pin: Pin) => {
    if (!pin.visibleButton) pin.candidates[0]?.scrollIntoView({ block: 'center' });
    if (shown?.pin === pin) return;
    pins.reposition();
    openPin(pin);
  };
  const findWanted = () => pins.all().find(({ annotation }) => annotation.number === wanted);
  /** Opens the thread of a link once its page and its element are known. */
  const openWanted = () => {
    const pin = wanted ? findWanted() : undefined;
    if (!pin?.isLocated) return;
    wanted = 0;
    reveal(pin);
  };
  /** Opens the panel, which may know the comment; for visitors the list, from which it opens. */
  const openMissing = async () => {
    if (await panel.isForMember()) return panel.open('');
    openList();
    shadowHost.toast(formatMessage(messages.linkGone, { n: wanted }));
  };
  const exchange = async (code: string) => {
    const body = toPlainJson({ code });
    const headers = { 'content-type': 'application/json' };
    try {
      const path = '/annotations/public/visitor-token';
      const { annotationId, visitorToken } = record(await context.request(path, { method: 'POST', headers, body }));
      visitor.keep(String(annotationId), visitorToken);
      await feed.reload();
    } catch (error) {
      const isOld = isRequestError(error) && error.status === 400;
      shadowHost.toast(isOld ? messages.linkOld : errorLines(error, messages).join(' '));
    }
  };

  return {
    openPin,
    reveal,
    async follow(link) {
      const [number, code] = link.split('.');
      if (code) await exchange(code);
      wanted = Number(number);
      if (!findWanted() && (await feed.reload()) && !findWanted()) await openMissing();
      openWanted();
    },
    openCluster(members, at) {
      panel.close();
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
      panel.refresh();
      openWanted();
      if (!shown) return;
      const pin = pins.find(shown.pin.annotation.id);
      if (pin) {
        shown.pin = pin;
        shown.status.refresh();
        shown.thread.update(pin.annotation);
        visitor.markSeen(pin.annotation);
      } else if (!dialogs.hasText) dialogs.close();
      // A reply that is being written stays open: the page may return to the address of its thread.
    },
  };
}
