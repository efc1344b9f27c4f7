import type { Dialogs } from './dialogs.ts';
import { button, h } from './dom.ts';
import type { Failure } from './failure.ts';
import type { Launcher } from './launcher.ts';
import type { Outline } from './outline.ts';
import type { Pin, Pins } from './pins.ts';
import { isMissing } from './placement.ts';
import { missingContent, threadContent } from './thread.ts';

/** What reading comments needs. */
export interface ReadingParts {
  readonly outline: Outline;
  readonly dialogs: Dialogs;
  readonly launcher: Launcher;
  readonly pins: Pins;
  reload(): void;
}

/** Opens what is written on the page. */
export interface Reading {
  /** Opens the pin's thread, or closes it when it is the open one. */
  openPin(pin: Pin): void;
  /** The list behind the badge: comments without a place, or why none could be fetched. */
  openBadge(failure: Failure | null): void;
  /** Brings the open thread up to date; closes it when its annotation is gone. */
  refresh(): void;
}

/** Makes the readers; nothing opens by itself. */
export function makeReading({ outline, dialogs, launcher, pins, reload }: ReadingParts): Reading {
  let shown: Pin | null = null;
  let known: Pin['annotation'] | null = null;

  /** Above the badge, with the right edges in line. */
  const atDock = () => {
    const { right, top } = launcher.button.getBoundingClientRect();
    return { x: right + 16, y: top + 4 };
  };
  const content = (pin: Pin) =>
    threadContent(pin.annotation, isMissing(pin) ? 'What this is about is not on this page any more.' : '');

  const openPin = (pin: Pin) => {
    if (shown === pin) return dialogs.close();
    dialogs.open({
      title: `Comment ${pin.annotation.number}`,
      content: content(pin),
      anchor: () => (isMissing(pin) ? atDock() : pin.at),
      back: () => (pin.button.hidden ? launcher.badge : pin.button),
      onClose() {
        shown = null;
        outline.around(null);
      },
    });
    shown = pin;
    known = pin.annotation;
    outline.around(pin.element);
  };

  const openBadge = (failure: Failure | null) => {
    const missing = pins.missing();
    const retry = () => {
      dialogs.close();
      reload();
    };
    dialogs.open({
      title: failure ? 'Comments could not be loaded' : 'Not on this page any more',
      content: failure
        ? [...failure.lines.map((line) => h('p', {}, line)), button('quiet', retry, ['Try again'])]
        : missingContent(missing, openPin),
      anchor: atDock,
      back: () => launcher.badge,
    });
  };

  const refresh = () => {
    if (!shown) return;
    if (!pins.has(shown)) return dialogs.close();
    outline.around(shown.element);
    if (shown.annotation === known) return;
    known = shown.annotation;
    dialogs.update(content(shown));
  };
  return { openPin, openBadge, refresh };
}
