import { connect } from './api.ts';
import { makeCommenting } from './commenting.ts';
import type { OverlayConfig } from './config.ts';
import { makeDialogs } from './dialogs.ts';
import type { Failure } from './failure.ts';
import { openFeed } from './feed.ts';
import { makeLauncher } from './launcher.ts';
import { makeOutline } from './outline.ts';
import { watchPage } from './page-watch.ts';
import { makePins } from './pins.ts';
import { makeReading } from './reading.ts';
import { mountSurface } from './surface.ts';
import { perFrame } from './timing.ts';

/** Puts the overlay on the page and wires its parts. The signal takes everything away again. */
export function startSession(config: OverlayConfig, signal: AbortSignal): void {
  const surface = mountSurface(signal);
  const outline = makeOutline(surface);
  const dialogs = makeDialogs(surface, signal);
  const pins = makePins(
    surface,
    {
      onOpen: (pin) => reading.openPin(pin),
      onLocated() {
        reading.refresh();
        showMissing();
        place();
        if (!written) return;
        pins.place();
        pins.find(written)?.button.focus({ preventScroll: true });
        written = '';
      },
    },
    signal,
  );
  const launcher = makeLauncher(surface, {
    toggle: () => commenting.toggle(),
    openBadge: () => reading.openBadge(failure),
  });
  const reading = makeReading({ outline, dialogs, launcher, pins, reload: () => feed.reload() });
  let failure: Failure | null = null;
  /** The visitor's new comment, whose pin gets the focus as soon as it has its place. */
  let written = '';

  const place = perFrame(() => {
    pins.place();
    outline.place();
    dialogs.place();
  }, signal);
  const showMissing = () => launcher.setBadge(pins.missing().length, failure !== null);

  const api = connect(config, signal);
  const feed = openFeed(
    config,
    api,
    {
      onAnnotations(annotations) {
        pins.show(annotations);
        reading.refresh();
        showMissing();
        place();
      },
      onFailure(reason) {
        failure = reason;
        showMissing();
      },
    },
    signal,
  );
  const commenting = makeCommenting(
    {
      surface,
      outline,
      dialogs,
      launcher,
      api,
      onCreated(annotation) {
        if (!annotation) return feed.reload();
        written = annotation.id;
        feed.put(annotation);
      },
    },
    signal,
  );
  watchPage(
    {
      onLayout: place,
      onContent: () => pins.relocate(),
      onNavigate() {
        commenting.stop();
        feed.restart();
      },
    },
    signal,
  );
}
