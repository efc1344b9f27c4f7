import { listen } from '../shared/listen.ts';
import { clearMetadata } from './element-metadata.ts';
import { afterLayout } from './idle-slices.ts';
import { recordInteractions } from './interactions.ts';
import { json } from './json.ts';
import { onNavigation } from './navigation.ts';
import { pageUrl } from './page-url.ts';
import { createSender } from './sender.ts';
import { recordSnapshots } from './snapshots.ts';
import { suppressErrors } from './suppress-errors.ts';

/** Interval between batches, ms. */
const BATCH_EVERY_MS = 2_000;
/** Maximum length of a batch, characters: up to three bytes each, of a limit of 1 MiB. */
const MAX_BATCH_LENGTH = 300_000;
/**
 * Maximum length of a batch on page exit, characters; four of them fit into the keepalive budget.
 */
const MAX_EXIT_BATCH_LENGTH = 15_000;
/** Maximum number of queued snapshots. */
const MAX_SNAPSHOTS = 5;

interface Visit {
  api: string;
  key: string;
  session: string;
  /** Aborted when the service rejects the project. */
  lifetime: AbortController;
}

/** Starts collecting. Collecting pauses while the page is hidden. */
export function startCollecting({ api, key, session, lifetime }: Visit): void {
  /** Snapshots to be sent, oldest first. */
  let pending: string[] = [];
  let timer = 0;
  const isRunning = () => timer !== 0;

  const interactions = recordInteractions();
  const snapshots = recordSnapshots((snapshot, isWhole) => {
    if (isWhole) pending = [];
    if (pending.length < MAX_SNAPSHOTS) pending.push(snapshot);
    else snapshots.invalidateBase();
  }, clearMetadata);
  const sender = createSender(api, snapshots.invalidateBase, suppressErrors(end));
  const navigation = onNavigation(isRunning, () => {
    // Events so far belong to the previous page.
    flush();
    sendPageView();
    snapshots.restart();
  });

  let url = pageUrl();

  function sendPageView(): void {
    url = pageUrl();
    const seen = { url, sessionId: session, timestamp: Date.now(), title: document.title.slice(0, 300) };
    afterLayout(() => {
      const data = { ...seen, viewport: { width: innerWidth, height: innerHeight } };
      sender.send('/svc/event', `{"type":"page_view","projectKey":${json(key)},"data":${json(data)}}`);
    });
  }

  function nextBatch(maxLength = MAX_BATCH_LENGTH, withSnapshot = true): string {
    const snapshot = withSnapshot ? pending.shift() : undefined;
    const events = interactions.drain(maxLength - (snapshot?.length ?? 0));
    if (!events && !snapshot) return '';
    return (
      `{"projectKey":${json(key)},"timestamp":${Date.now()},"url":${json(url)},"userAgent":${json(navigator.userAgent.slice(0, 1000))},` +
      `"sessionId":${json(session)}${snapshot ? `,"snapshot":${snapshot}` : ''},"events":${events || '[]'}}`
    );
  }

  function flush(): void {
    for (let body = nextBatch(); body; body = nextBatch()) sender.send('/v1/collect', body);
  }

  const onTick = suppressErrors(() => {
    navigation.check();
    snapshots.tick();
    if (sender.isIdle()) flush();
  });

  function resume(): void {
    if (timer) return;
    timer = window.setInterval(onTick, BATCH_EVERY_MS);
    interactions.start();
    snapshots.restart();
    navigation.check();
  }

  function stopRecording(): void {
    clearInterval(timer);
    timer = 0;
    interactions.stop();
    snapshots.pause();
  }

  function pause(): void {
    if (!timer) return;
    stopRecording();
    const last: string[] = [];
    for (
      let body = nextBatch(MAX_EXIT_BATCH_LENGTH, false);
      body;
      body = nextBatch(last.length < 4 ? MAX_EXIT_BATCH_LENGTH : MAX_BATCH_LENGTH, false)
    ) {
      last.push(body);
    }
    sender.sendOnExit('/v1/collect', last);
  }

  const onVisibilityChange = suppressErrors(() => {
    if (document.visibilityState === 'hidden') pause();
    else resume();
  });
  const { signal } = lifetime;
  listen(signal, document, 'visibilitychange', onVisibilityChange, true);
  listen(signal, window, 'pagehide', suppressErrors(pause), true);
  const onShow = suppressErrors((event: PageTransitionEvent) => {
    if (!event.persisted) return;
    sendPageView();
    resume();
  });
  listen(signal, window, 'pageshow', onShow, true);

  /** Stops for good and removes all listeners: the service rejected the project. */
  function end(): void {
    lifetime.abort();
    navigation.stop();
    sender.stop();
    stopRecording();
  }

  sendPageView();
  const start = suppressErrors(() => onVisibilityChange());
  if (document.readyState === 'complete') start();
  else listen(signal, window, 'load', start);
}
