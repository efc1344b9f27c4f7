import { listen } from '../shared/listen.ts';
import { storedAddress } from '../shared/page/page-address.ts';
import { recordConsole } from './attachments/console-log.ts';
import { recordFailedRequests } from './attachments/failed-requests.ts';
import styles from './boot.css';
import { isLoaded, loadChunk } from './chunk-loader.ts';
import type { App, Chunks, OverlayContext } from './contracts.ts';
import type { RawAnnotation } from './feed/annotation.ts';
import { openFeed } from './feed/feed.ts';
import { bootMessages, chooseLanguage } from './i18n/languages.ts';
import { observeAddress } from './page/navigation.ts';
import type { OverlayConfig } from './public-api/config.ts';
import type { Emit } from './public-api/events.ts';
import { createListRequest, createRequest } from './service/request.ts';
import type { RequestError } from './service/request-error.ts';
import { button, h, icon } from './shadow-host/dom.ts';
import { createLauncher } from './shadow-host/launcher.ts';
import { mountShadowHost } from './shadow-host/shadow-host.ts';
import type { OnLost } from './shadow-host/top-layer.ts';
import { readState } from './visitor/stored-tokens.ts';

/** In English only, to keep `overlay.js` small. */
const LOAD_FAILED = 'Loading failed.';

/** Operations that the page can call at any time. */
export interface RunningOverlay {
  open(what: string): void;
  close(): void;
  /** True while a comment, a reply or a draft exists that is not stored yet. */
  hasUnsaved(): boolean;
}

/** Needed to start the overlay. */
export interface BootOptions {
  readonly config: OverlayConfig;
  readonly emit: Emit;
  /**
   * Called when a chunk could not be loaded; `what` is the argument of `open()` for the click that
   * needed it.
   */
  onChunkMissing(what: string | null): void;
  readonly onLost: OnLost;
}

/**
 * Adds the button to the page, fetches the page's comments and follows their changes. Chunks are
 * loaded when a comment has to be shown or a person uses a button, and no more of them than that
 * needs. The signal removes everything.
 */
export function startOverlay(options: BootOptions, signal: AbortSignal): RunningOverlay {
  const { config, emit, onChunkMissing } = options;
  const language = chooseLanguage(config.language);
  const { comment: label, loadFailed = LOAD_FAILED } = { ...bootMessages(language), ...config.words };
  const shadowHost = mountShadowHost(language, options.onLost, signal);
  shadowHost.addStyles(styles);
  shadowHost.root.classList.add(config.theme);
  const none = () => [];
  const consoleLog = config.collectConsole ? recordConsole(signal) : none;
  const failedRequests = config.collectRequests ? recordFailedRequests(config.apiUrl, signal) : none;
  const request = createRequest(config, signal);
  const state = readState(config);
  const { tokens } = state;
  const listHeaders: Record<string, string> = tokens ? { 'x-visitor-token': tokens } : {};

  let annotations: readonly RawAnnotation[] = [];
  let failure: RequestError | null = null;
  let app: App | null = null;
  let loading = 0;
  let onFirstList = () => {};
  const firstList = new Promise<void>((done) => (onFirstList = done));

  const toggle = () => press((started) => started.toggle(), 'comment');
  const launcher = createLauncher(shadowHost, label, config.launcher, toggle);
  const publish = () => app?.show(annotations, failure);
  const feed = openFeed(
    config,
    createListRequest(config, listHeaders, signal),
    {
      onAnnotations(found) {
        annotations = found;
        publish();
        onFirstList();
        if (state.isMember || found[0]) useApp();
      },
      onFailure(reason) {
        // The app reports it.
        if (reason && !failure) useApp();
        failure = reason;
        publish();
        // The action waits for the first list or for its failure.
        if (reason) onFirstList();
      },
    },
    signal,
  );
  /** @param what the argument of `open()` for the action that needs the chunk. */
  const load = async <C extends keyof Chunks>(chunk: C, isRequested: boolean, what: string | null = null) => {
    launcher.setBusy(++loading > 0);
    const loaded = await loadChunk(chunk, config.apiUrl);
    launcher.setBusy(--loading > 0);
    if (signal.aborted) return null;
    if (loaded) return loaded;
    if (isRequested) shadowHost.toast(loadFailed);
    onChunkMissing(what);
    return null;
  };
  const context: OverlayContext = {
    config,
    language,
    dom: { h, button, icon, listen, storedAddress },
    shadowHost,
    launcher,
    feed,
    request,
    fetch,
    listHeaders,
    ...state,
    emit,
    isLoaded,
    load,
    press: (...action) => press(...action),
    signal,
    consoleLog,
    failedRequests,
  };
  /**
   * Loads the app, and for an action everything that opens, in parallel.
   *
   * @param action requested by a person; null when the page only has comments to show; a
   * failure is not reported then.
   * @param what the argument of `open()` for the same action.
   */
  const use = async (action: ((app: App) => void) | null, what: string | null): Promise<void> => {
    const isRequested = action !== null;
    const [code, messages, ui] = await Promise.all([
      load('app', isRequested, what),
      load(`${language}-pins`, isRequested, what),
      !isRequested || load('ui', true, what),
      !isRequested || load(`${language}-ui`, true, what),
    ]);
    if (!code || !messages || !ui) return;
    if (!app) {
      app = code.startApp(context, { ...messages.default, ...config.words });
      app.show(annotations, failure);
    }
    action?.(app);
  };
  let pressed: Promise<void> | null = null;
  /**
   * Handles a click. Further clicks are ignored until its chunks are loaded: a second one would
   * undo the first.
   */
  const press = (...action: Parameters<typeof use>) => {
    pressed = pressed ?? use(...action).finally(() => (pressed = null));
  };

  const open = (what: string) => {
    const action = async (started: App) => {
      if (!/^(comment|list)$/.test(what)) await firstList;
      started.open(what);
    };
    use(action, what);
  };
  /**
   * Opens the thread of a link. The code of a mail leaves the address at once: it must be part of
   * no request, log or bookmark.
   */
  const followLink = () => {
    const [, number, code] = /[#?&]pinbound=(\d+)(\.[\w-]+)?/.exec(location.hash) ?? [];
    if (code) history.replaceState(history.state, '', location.href.replace(code, ''));
    if (number) open(`#${number}${code ?? ''}`);
  };
  followLink();
  listen(signal, window, 'hashchange', followLink);
  const useApp = () => app || use(null, null);
  let isFree = true;
  const onTick = () => {
    shadowHost.restore();
    if (app) return app.tick();
    const { right, bottom } = launcher.dock.getBoundingClientRect();
    // The first is the overlay. The app moves the buttons away from what they cover.
    if (!isFree || !mayCover(document.elementsFromPoint(right - 30, bottom - 9)[1])) return;
    isFree = false;
    useApp();
  };
  const onKey = (event: KeyboardEvent) => {
    const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const { isContentEditable, localName } = event.composedPath()[0] as HTMLElement;
    // In a field it is a letter.
    const isInField = isContentEditable || /^(input|select|textarea)$/.test(localName);
    if (event.key !== config.shortcut || isOther || isInField) return;
    // The form may be open, with its field focused, before the key would be typed.
    event.preventDefault();
    toggle();
  };
  // Keys pressed in the overlay do not leave its root.
  for (const target of [window, shadowHost.root]) listen(signal, target, 'keydown', onKey);
  observeAddress(
    () => {
      app?.handleNavigation();
      feed.restart();
      followLink();
    },
    onTick,
    signal,
  );
  return {
    open,
    close: () => app?.close(),
    hasUnsaved: () => app?.hasUnsaved() ?? false,
  };
}

/**
 * True if the element or an ancestor is fixed to the window, or has a shadow root that may contain
 * such an element.
 */
const mayCover = (element: Element | null | undefined): boolean =>
  !!element &&
  (/fixed|sticky/.test(getComputedStyle(element).position) || !!element.shadowRoot || mayCover(element.parentElement));
