import { rectOf } from '../../shared/page/frames.ts';
import { annotationRow, rowList } from '../drawer/rows.ts';
import type { Membership } from '../membership.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { describePlace, type Picked, type Place, sameIn } from '../picker/anchor.ts';
import type { Pin, Pins } from '../pins/pins.ts';
import type { Dialogs } from '../shadow-host/dialogs.ts';
import type { Outline } from '../shadow-host/outline.ts';
import type { Stage } from '../stage.ts';
import { failureLines } from '../words/failure-words.ts';
import { fill, type Words } from '../words/words.ts';
import { makePlace, type PlacePart } from './anchor-status.ts';
import { makeThread, type Thread } from './thread.ts';

/** What threads need. */
export interface ThreadParts extends Membership {
  readonly stage: Stage;
  readonly words: Words;
  readonly outline: Outline;
  readonly dialogs: Dialogs;
  readonly outbox: Outbox;
  readonly pins: Pins;
  /** Lets a person choose an element; null when they did not. */
  choose(hint: string): Promise<Picked | null>;
}

/** Opens what is written about a place of the page. */
export interface Threads {
  /** Opens the pin's thread, or closes it when it is the open one. */
  openPin(pin: Pin): void;
  /** Scrolls to the pin, where it has a place, and opens its thread. */
  reveal(pin: Pin): void;
  /** The list behind a pin that stands for several. */
  openCluster(pins: readonly Pin[], at: HTMLButtonElement): void;
  /** Brings the open thread up to date; closes it when its annotation is gone. */
  refresh(): void;
}

/** Makes the readers; nothing opens by itself. */
export function makeThreads(parts: ThreadParts): Threads {
  const { stage, words, outline, dialogs, outbox, pins, member, findMember, choose } = parts;
  const { launcher, surface, feed, language } = stage;
  let shown: { pin: Pin; readonly thread: Thread; readonly place: PlacePart } | null = null;

  /** Above the button, with the edges in line. */
  const atDock = () => {
    const anchor = launcher.button.hidden ? launcher.badge : launcher.button;
    const { right, top } = anchor.getBoundingClientRect();
    return { x: right + 16, y: top + 4 };
  };

  const rebind = async (pin: Pin, place: Place) => {
    try {
      const stored = await member()?.rebind(pin.annotation.id, place);
      dialogs.close();
      surface.toast(words.rebound);
      feed.put(stored);
    } catch (error) {
      surface.toast(failureLines(error, words, true).join(' '));
    }
  };
  const chooseFor = async (pin: Pin) => {
    const picked = await choose(fill(words.hintRebind, { n: pin.annotation.number }));
    if (picked) await rebind(pin, describePlace(picked));
  };

  const openPin = (opened: Pin) => {
    if (shown?.pin === opened) return dialogs.close();
    findMember().catch(() => {});
    /** Another one when the page's comments were fetched anew meanwhile. */
    const pin = () => (shown?.thread === thread ? shown.pin : opened);
    const thread = makeThread(opened.annotation, {
      words,
      language,
      member,
      outbox,
      onChanged: () => feed.reload(),
    });
    const place = makePlace(
      pin,
      { words, outline, surface },
      {
        mayChange: () => member() !== null,
        confirm: (element) => rebind(pin(), sameIn(element, pin().annotation)),
        choose: () => chooseFor(pin()),
        onShown: () => dialogs.place(),
      },
    );
    dialogs.open({
      panel: 'thread',
      title: fill(words.number, { n: opened.annotation.number }),
      content: [place.node, thread.node],
      anchor() {
        const candidate = place.element();
        const box = candidate && rectOf(candidate);
        if (box) return { x: box.right, y: box.top };
        const { shownBy, at } = pin();
        return shownBy ? at : atDock();
      },
      back: () => pin().shownBy ?? launcher.badge,
      onClose() {
        shown = null;
        thread.close();
        outline.around(null);
      },
    });
    shown = { pin: opened, thread, place };
    place.refresh();
  };

  return {
    openPin,
    reveal(pin) {
      if (pin.element && !pin.shownBy) pin.element.scrollIntoView({ block: 'center' });
      if (shown?.pin === pin) return;
      pins.place();
      openPin(pin);
    },
    openCluster(members, at) {
      const rows = members.map((pin) => annotationRow(pin, words, language, () => openPin(pin)));
      dialogs.open({
        panel: 'thread',
        title: fill(words.cluster, { n: members.length }),
        content: [rowList(rows)],
        ...(rows[0] && { focus: rows[0] }),
        anchor: () => members[0]?.at ?? atDock(),
        back: () => (at.isConnected ? at : (members[0]?.shownBy ?? null)),
      });
    },
    refresh() {
      if (!shown) return;
      const pin = pins.find(shown.pin.annotation.id);
      if (pin) {
        shown.pin = pin;
        shown.place.refresh();
        shown.thread.update(pin.annotation);
        // What answers a comment of another address stays: that may come back.
      } else if (!dialogs.hasText) dialogs.close();
    },
  };
}
