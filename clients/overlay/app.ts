import { readAnnotation } from './annotation.ts';
import styles from './app.css';
import type { App, Stage } from './boot.ts';
import { makeCommenting } from './commenting.ts';
import { makeDialogs } from './dialogs.ts';
import { badgeOf, makeDrawer } from './drawer.ts';
import type { Failure } from './failure.ts';
import { findMember, type Member } from './member.ts';
import { makeOutbox } from './outbox.ts';
import { makeOutline } from './outline.ts';
import { watchPage } from './page-watch.ts';
import { makePins } from './pins.ts';
import { partOf } from './placement.ts';
import { makeReading } from './reading.ts';
import { perFrame } from './timing.ts';
import type { Words } from './words/words.ts';

/** A window narrower than this has no room for the drawer and a thread. */
const ROOM_FOR_BOTH = 760;

/** Everything beyond the button, on the stage that the boot has set. */
export function startApp(stage: Stage, words: Words): App {
  const { surface, config, launcher, feed, request, emit, language, signal } = stage;
  surface.addStyles(styles);
  let failure: Failure | null = null;
  let member: Member | null = null;
  /** The visitor's new comment, whose pin gets the focus as soon as it has its place. */
  let written = '';

  const outline = makeOutline(surface);
  const room = () => {
    const { width } = drawer;
    const isNarrow = innerWidth < ROOM_FOR_BOTH;
    if (isNarrow || !width) return { from: 0, to: innerWidth };
    return surface.root.dir === 'rtl' ? { from: width, to: innerWidth } : { from: 0, to: innerWidth - width };
  };
  const dialogs = makeDialogs(surface, { closeWord: words.close, room, dock: launcher.dock, emit }, signal);
  const pins = makePins(
    surface,
    words,
    {
      onOpen: (pin) => reading.openPin(pin),
      onCluster: (members, at) => reading.openCluster(members, at),
      onPoint(pin) {
        if (!dialogs.isOpen) outline.around(pin?.element ?? null, '', pin && partOf(pin));
      },
      onLocated() {
        refresh();
        if (!written) return;
        pins.place();
        pins.find(written)?.shownBy?.focus({ preventScroll: true });
        written = '';
      },
    },
    signal,
  );
  const listed = () => ({ pins: pins.all(), waiting: outbox.waiting(), failure });
  const drawer = makeDrawer({
    ...{ surface, words, language, emit, listed, reload: feed.reload },
    onPin(pin) {
      if (innerWidth < ROOM_FOR_BOTH) drawer.close();
      reading.reveal(pin);
    },
    onWaiting(letter) {
      if (innerWidth < ROOM_FOR_BOTH) drawer.close();
      commenting.reopen(letter);
    },
    back: () => (launcher.badge.hidden ? launcher.button : launcher.badge),
  });

  const place = perFrame(() => {
    pins.place();
    outline.place();
    dialogs.place();
  }, signal);
  const openList = () => {
    drawer.open();
    // What was beside it makes room.
    place();
  };
  const refresh = () => {
    reading.refresh();
    drawer.refresh();
    launcher.setBadge(badgeOf(listed(), words));
    place();
  };

  const createAsVisitor = (body: object, key: string) =>
    request('/annotations/public', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-project-key': config.key, 'idempotency-key': key },
      body: JSON.stringify({ projectKey: config.key, ...body }),
    });
  const outbox = makeOutbox(
    `${config.apiUrl} ${config.key}`,
    {
      deliver: (body, key) => (member ? member.create(body, key) : createAsVisitor(body, key)),
      onArrived: (letter, stored) => commenting.arrived(letter, stored),
      onRefused: (letter) => commenting.refused(letter),
      onChange: () => refresh(),
    },
    signal,
  );

  const commenting = makeCommenting({
    ...{ stage, words, outline, dialogs, outbox },
    isMember: () => member !== null,
    onStored(stored, url) {
      const annotation = readAnnotation(stored);
      if (annotation) emit('created', { id: annotation.id, number: annotation.number });
      // What waited may arrive when another page is shown.
      if (!annotation || url !== location.href) return feed.reload();
      written = annotation.id;
      feed.put(stored);
    },
  });
  const reading = makeReading({
    ...{ stage, words, outline, dialogs, pins },
    member: () => member,
    choose: (hint) => commenting.choose(hint),
  });
  findMember(config, request).then((found) => {
    member = found;
  });
  watchPage({ onLayout: place, onContent: () => pins.relocate() }, signal);

  return {
    show(annotations, reason) {
      failure = reason;
      pins.show(annotations.flatMap((raw) => readAnnotation(raw) ?? []));
      refresh();
    },
    toggle() {
      if (innerWidth < ROOM_FOR_BOTH) drawer.close();
      commenting.toggle();
    },
    toggleList: () => (drawer.isOpen ? drawer.close() : openList()),
    open(what) {
      const pin = pins.find(what);
      if (pin) reading.reveal(pin);
      else if (what === 'comment') commenting.toggle();
      else openList();
    },
    close() {
      commenting.stop();
      drawer.close();
    },
    navigated: () => commenting.stop(),
  };
}
