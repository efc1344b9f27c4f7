import { forgetNames } from './element-metadata.ts';
import { quietly } from './guard.ts';
import { afterLayout } from './idle-slices.ts';
import { listen } from './interactions.ts';
import { json } from './json.ts';
import { onNavigation } from './navigation.ts';
import { pageUrl } from './page-url.ts';
import { makeSender } from './sender.ts';
import { takeSnapshots } from './snapshots.ts';

/** Milliseconds between two batches. */
const BATCH_EVERY_MS = 2_000;
/** Characters of the events in one batch: up to three bytes each, of a MiB. */
const BATCH = 300_000;
/** And while the page goes: four such batches outlive it together. */
const LAST_BATCH = 15_000;
/** Snapshots that wait while nothing can be sent. */
const MAX_SNAPSHOTS = 5;

interface Visit {
  api: string;
  key: string;
  session: string;
  /** Ended when the service wants nothing. */
  life: AbortController;
}

/** Collects from now on, as long as the page is open and shown. */
export function startCollecting({ api, key, session, life }: Visit): void {
  /** Snapshots that were not sent yet, in their order. */
  let taken: string[] = [];
  let timer = 0;
  const isAtWork = () => timer !== 0;

  const interactions = listen();
  const snapshots = takeSnapshots((snapshot, isWhole) => {
    if (isWhole) taken = [];
    if (taken.length < MAX_SNAPSHOTS) taken.push(snapshot);
    else snapshots.lost();
  }, forgetNames);
  const sender = makeSender(api, snapshots.lost, quietly(end));
  const navigation = onNavigation(isAtWork, () => {
    // What was done on the page before belongs to it.
    flush();
    view();
    snapshots.restart();
  });

  let url = pageUrl();

  function view(): void {
    url = pageUrl();
    const seen = { url, sessionId: session, timestamp: Date.now(), title: document.title.slice(0, 300) };
    afterLayout(() => {
      const data = { ...seen, viewport: { width: innerWidth, height: innerHeight } };
      sender.send('/svc/event', `{"type":"page_view","projectKey":${json(key)},"data":${json(data)}}`);
    });
  }

  function batch(characters = BATCH, withSnapshot = true): string {
    const snapshot = withSnapshot ? taken.shift() : undefined;
    const events = interactions.take(characters - (snapshot?.length ?? 0));
    if (!events && !snapshot) return '';
    return (
      `{"projectKey":${json(key)},"timestamp":${Date.now()},"url":${json(url)},"userAgent":${json(navigator.userAgent.slice(0, 1000))},` +
      `"sessionId":${json(session)}${snapshot ? `,"snapshot":${snapshot}` : ''},"events":${events || '[]'}}`
    );
  }

  function flush(): void {
    for (let body = batch(); body; body = batch()) sender.send('/v1/collect', body);
  }

  const tick = quietly(() => {
    navigation.look();
    snapshots.tick();
    if (sender.isFree()) flush();
  });

  function resume(): void {
    if (timer) return;
    timer = window.setInterval(tick, BATCH_EVERY_MS);
    interactions.start();
    snapshots.restart();
    navigation.look();
  }

  function rest(): void {
    clearInterval(timer);
    timer = 0;
    interactions.stop();
    snapshots.pause();
  }

  function pause(): void {
    if (!timer) return;
    rest();
    const last: string[] = [];
    for (let body = batch(LAST_BATCH, false); body; body = batch(last.length < 4 ? LAST_BATCH : BATCH, false)) {
      last.push(body);
    }
    sender.leave('/v1/collect', last);
  }

  const shown = quietly(() => {
    if (document.visibilityState === 'hidden') pause();
    else resume();
  });
  const options = { capture: true, passive: true, signal: life.signal };
  document.addEventListener('visibilitychange', shown, options);
  addEventListener('pagehide', quietly(pause), options);
  addEventListener(
    'pageshow',
    quietly((event: PageTransitionEvent) => {
      if (!event.persisted) return;
      view();
      resume();
    }),
    options,
  );

  /** The service wants nothing: as if this script were not there. */
  function end(): void {
    life.abort();
    navigation.stop();
    sender.stop();
    rest();
  }

  view();
  const begin = quietly(() => shown());
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true, passive: true, signal: life.signal });
}
