import type { App, AppApi, OverlayContext, Ui, VisitorThreads } from './contracts.ts';
import { isAnnotation } from './feed/annotation.ts';
import { formatMessage, type PinMessages } from './i18n/messages.ts';
import { observePage } from './page/page-observer.ts';
import { oncePerFrame } from './page/scheduling.ts';
import { createPins } from './pins/pins.ts';
import { targetRegion } from './pins/placement.ts';
import type { RequestError } from './service/request-error.ts';
import { keepAboveBars, showBadge } from './shadow-host/badge.ts';
import { button, listen, storedAddress, useElements } from './shadow-host/elements.ts';
import { isNarrow } from './shadow-host/viewport.ts';

/** Shows the pins, and loads the user interface on its first use. */
export function startApp(context: OverlayContext, messages: PinMessages): App {
  const { shadowHost, config, language, launcher, feed, emit, signal } = context;
  useElements(context.dom);
  const badge = button('badge', () => context.press((app) => app.toggleList(), 'list'), []);
  badge.hidden = true;
  launcher.dock.prepend(badge);
  let failure: RequestError | null = null;
  let ui: Ui | null = null;
  let visitor: VisitorThreads | null = null;
  /**
   * Id of the comment that the visitor has just created. Its pin gets the focus once it is placed.
   */
  let createdId = '';

  const useVisitor = async (isRequested: boolean) => {
    const chunk = await context.load('visitor', isRequested);
    visitor ??= chunk?.startVisitor(context) ?? null;
    return visitor;
  };
  const useUi = async (isRequested: boolean) => {
    const [chunk, quotes, more, own] = await Promise.all([
      context.load('ui', isRequested),
      context.load('quotes', isRequested),
      context.load(`${language}-ui`, isRequested),
      useVisitor(isRequested),
    ]);
    if (!chunk || !quotes || !more || !own) return null;
    if (ui) return ui;
    const texts = { ...messages, ...more.default, ...config.words };
    ui = chunk.createUi(api, { messages: texts, quotes, visitor: own }, pins);
    refresh();
    return ui;
  };

  const pins = createPins(context, messages, {
    loadQuotes: () => context.load('quotes', false),
    onOpen: async (pin) => (await useUi(true))?.threads.openPin(pin),
    onCluster: async (members, at) => (await useUi(true))?.threads.openCluster(members, at),
    async onPoint(pin) {
      const shown = ui ?? (await useUi(false));
      if (shown && !shown.dialogs.isOpen) shown.outline.showElement(pin?.element ?? null, '', pin && targetRegion(pin));
    },
    onLocated() {
      refresh();
      if (!createdId) return;
      pins.reposition();
      pins.find(createdId)?.visibleButton?.focus();
      createdId = '';
    },
  });
  /**
   * End of the period in which every frame repositions the pins, on the clock of
   * `performance.now()`.
   */
  let followUntil = 0;
  const followFor = (ms: number) => {
    followUntil = Math.max(followUntil, performance.now() + ms);
    scheduleReposition();
  };
  const scheduleReposition = oncePerFrame(() => {
    shadowHost.compensateZoom();
    // Pages report the start of a motion only, so a pin that moved is followed for a while.
    if (pins.reposition()) followFor(500);
    else if (performance.now() < followUntil) scheduleReposition();
    ui?.outline.reposition();
    ui?.dialogs.reposition();
  }, signal);
  const refresh = () => {
    const news = visitor?.updateNews(pins.all(), messages.answered) ?? '';
    ui?.threads.refresh();
    const pending = api.pending().length;
    const count = pins.all().length + pending;
    const unsent = pending > 0 ? `. ${messages.waitingRow}: ${pending}` : '';
    showBadge(badge, {
      count: config.launcher ? count : 0,
      label: failure ? messages.listFailed : formatMessage(messages.list, { n: count }) + unsent + news,
      warn: pending > 0 || pins.missing().length > 0,
      failed: config.launcher && failure !== null,
    });
    badge.classList.toggle('news', news !== '');
    scheduleReposition();
  };
  const stop = () => {
    ui?.commentFlow.stop();
    ui?.dialogs.close();
  };

  const api: AppApi = {
    context: { ...context, badge },
    scheduleReposition,
    refresh,
    failure: () => failure,
    pending: () => ui?.outbox.pending() ?? [],
    onStored(stored, url) {
      if (isAnnotation(stored)) emit('created', { id: stored.id, number: Number(stored.number) || 0 });
      // A pending comment may be stored when another page is already shown.
      if (!isAnnotation(stored) || url !== storedAddress()) return void feed.reload();
      createdId = stored.id;
      feed.put(stored);
    },
  };
  signal.addEventListener('abort', stop);
  const avoid = keepAboveBars(launcher.dock);
  avoid();
  const look = observePage(
    { onLayout: scheduleReposition, onMotion: () => followFor(300), onContent: () => pins.relocate() },
    listen,
    signal,
  );
  // A previous overlay on this page may have left pending comments to send; members see internal
  // comments by the panel.
  if (context.isMember || context.isLoaded('ui')) useUi(false);
  else if (Object.keys(context.listHeaders).length > 0) useVisitor(false).then(refresh);

  return {
    show(annotations, reason) {
      failure = reason;
      pins.show(annotations);
      refresh();
    },
    async toggle() {
      if (isNarrow()) ui?.threads.closeList();
      (await useUi(true))?.commentFlow.toggle();
    },
    toggleList: async () => (await useUi(true))?.threads.toggleList(),
    async open(what) {
      const pin = pins.find(what);
      if (pin && !pin.isLocated) await pins.relocate();
      if (pin) (await useUi(true))?.threads.reveal(pin);
      else if (what === 'comment') (await useUi(true))?.commentFlow.toggle();
      else if (/^#\d/.test(what)) (await useUi(true))?.threads.follow(what.slice(1));
      else (await useUi(true))?.threads.openList(what);
    },
    close() {
      stop();
      ui?.threads.closeList();
    },
    handleNavigation() {
      if (!ui?.dialogs.hasText) ui?.dialogs.close();
    },
    tick() {
      avoid();
      look();
    },
    hasUnsaved: () => ui?.hasUnsaved() ?? false,
  };
}
