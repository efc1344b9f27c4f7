import { quietly } from './guard.ts';
import { listen } from './interactions.ts';
import { json } from './json.ts';
import { forgetNames } from './naming.ts';
import { onNavigation } from './navigation.ts';
import { makeSender } from './sender.ts';
import { takeSnapshots } from './snapshots.ts';

/** Milliseconds between two batches. */
const BATCH_EVERY_MS = 2_000;
/** Events that fit into a beacon. */
const LAST_EVENTS = 60;
/** Snapshots that wait while nothing can be sent. */
const MAX_SNAPSHOTS = 5;

/** Collects from now on, as long as the page is open and shown. */
export function startCollecting({ api, key, session }: { api: string; key: string; session: string }): void {
  /** Snapshots that were not sent yet, in their order. */
  let taken: string[] = [];
  let timer = 0;

  const interactions = listen();
  const snapshots = takeSnapshots((snapshot, isWhole) => {
    if (isWhole) taken = [];
    if (taken.length < MAX_SNAPSHOTS) taken.push(snapshot);
    else snapshots.lost();
  }, forgetNames);
  const sender = makeSender(api, snapshots.lost, quietly(end));
  const navigation = onNavigation(() => {
    // What was done on the page before belongs to it.
    flush();
    view();
    snapshots.restart();
  });

  let url = pageUrl();

  function view(): void {
    url = pageUrl();
    const data = {
      url,
      sessionId: session,
      timestamp: Date.now(),
      title: document.title.slice(0, 300),
      viewport: { width: innerWidth, height: innerHeight },
    };
    sender.send('/svc/event', `{"type":"page_view","projectKey":${json(key)},"data":${json(data)}}`);
  }

  function batch(max?: number, withSnapshot = true): string {
    const events = interactions.take(max);
    const snapshot = withSnapshot ? taken.shift() : undefined;
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
    const last = batch(LAST_EVENTS, false);
    sender.leave(last ? [['/v1/collect', last]] : []);
  }

  const shown = quietly(() => {
    if (document.visibilityState === 'hidden') pause();
    else resume();
  });
  const life = new AbortController();
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
  else addEventListener('load', begin, { once: true, passive: true });
}

const pageUrl = (): string => location.href.slice(0, 2048);
