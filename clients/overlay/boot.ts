import type { App } from './app.ts';
import { collectConsole } from './attachments/console-log.ts';
import { collectRequests } from './attachments/failed-requests.ts';
import styles from './boot.css';
import { openFeed, type RawAnnotation } from './feed/feed.ts';
import { chooseLanguage, FIRST_WORDS } from './i18n/languages.ts';
import { loadPart } from './load.ts';
import { watchAddress } from './page/navigation.ts';
import type { OverlayConfig } from './public-api/config.ts';
import type { Emit } from './public-api/events.ts';
import type { Failure } from './service/failure.ts';
import { makeRequest, makeRequestList } from './service/request.ts';
import { makeLauncher } from './shadow-host/launcher.ts';
import { mountSurface } from './shadow-host/shadow-host.ts';
import type { Stage } from './stage.ts';
import { watchTheme } from './surface/theme.ts';

/** What the page can ask for at any time. */
export interface Boot {
  open(what: string): void;
  close(): void;
}

/**
 * Puts the button on the page, asks for the page's comments, and listens. Everything else is loaded when there is a comment
 * to show or somebody uses a button, and no more of it than that takes. The signal takes everything away again.
 */
export function startBoot(config: OverlayConfig, emit: Emit, signal: AbortSignal): Boot {
  const language = chooseLanguage(config.language);
  const [, listWord, loadFailed] = FIRST_WORDS[language];
  const surface = mountSurface(language, signal);
  surface.addStyles(styles);
  watchTheme(surface.root, config.theme, signal);
  const none = () => [];
  const consoleLines = config.collectConsole ? collectConsole(signal) : none;
  const failedRequests = config.collectRequests ? collectRequests(config.apiUrl, signal) : none;
  const request = makeRequest(config, signal);

  let annotations: readonly RawAnnotation[] = [];
  let failure: Failure | null = null;
  let app: App | null = null;
  let loading = 0;
  let onListed = () => {};
  const listed = new Promise<void>((done) => {
    onListed = done;
  });

  const launcher = makeLauncher(
    surface,
    { language, words: config.words, launcher: config.launcher },
    {
      toggle: () => press('writing', (started) => started.toggle()),
      toggleList: () => press('reading', (started) => started.toggleList()),
    },
  );
  const publish = () => {
    if (app) app.show(annotations, failure);
    else launcher.setBadge({ count: annotations.length, label: listWord, failed: failure !== null });
  };
  const feed = openFeed(
    config,
    makeRequestList(config, signal),
    {
      onAnnotations(found) {
        annotations = found;
        publish();
        onListed();
        if (found.length > 0 && !app) use('app', null);
      },
      onFailure(reason) {
        failure = reason;
        publish();
        // Of a list that cannot be got, nothing needs to be waited for.
        if (reason) onListed();
      },
    },
    signal,
  );
  const load: Stage['load'] = async (part, isAsked) => {
    launcher.setBusy(++loading > 0);
    const loaded = await loadPart(part, config.apiUrl);
    launcher.setBusy(--loading > 0);
    if (signal.aborted) return null;
    if (!loaded && isAsked) surface.toast(loadFailed);
    return loaded;
  };
  const stage: Stage = {
    config,
    language,
    surface,
    launcher,
    feed,
    request,
    emit,
    load,
    signal,
    consoleLines,
    failedRequests,
  };
  /**
   * @param part what will be needed, so that everything is loaded at once.
   * @param act what a person asked for; null when the page only has comments to show, and nobody needs to hear of a failure.
   */
  const use = async (part: 'app' | 'writing' | 'reading', act: ((app: App) => void) | null) => {
    const [words, own] = await Promise.all([
      load(language, !!act),
      load(part, !!act),
      part !== 'app' && load(`${language}-panels`, !!act),
    ]);
    const code = own && (await load('app', !!act));
    if (!words || !code) return;
    if (!app) {
      app = code.startApp(stage, { ...words.default, ...config.words });
      app.show(annotations, failure);
    }
    act?.(app);
  };
  let isPressed = false;
  /** What a click asks for. Another click while that is waited for would undo it. */
  const press = (...asked: Parameters<typeof use>) => {
    if (isPressed) return;
    isPressed = true;
    use(...asked).finally(() => {
      isPressed = false;
    });
  };

  watchAddress(() => {
    app?.navigated();
    feed.restart();
  }, signal);
  return {
    open: (what) =>
      use(what === 'comment' ? 'writing' : 'reading', async (started) => {
        if (!/^(comment|list)$/.test(what)) await listed;
        started.open(what);
      }),
    close: () => app?.close(),
  };
}
