import { elementsIn, fontsOf, matchesIn, scrollingElementOf, styleOf } from './dom-access.ts';
import { documentAndShadowRoots } from './roots.ts';

export interface SettleOptions {
  fullPage: boolean;
  /** Animation frames to wait for first. */
  maxFrames: number;
  /** Time limit for pending resources, ms. */
  ceilingMs: number;
  /** Time limit for scrolling through the page, ms. */
  scrollMs: number;
  /** Scrolling limit of a page that keeps growing, CSS pixels. */
  maxHeight: number;
}

export interface SettleResult {
  /** True if new images or fonts have appeared that are still loading. */
  isStillLoading: boolean;
  /** True if the whole page was scrolled into view, or scrolling was not requested. */
  isFullyShown: boolean;
}

const FRAME_TIMEOUT_MS = 250;
/** Time for throttled and debounced scroll handlers to run, ms. */
const SCROLL_SETTLE_MS = 250;

/**
 * Waits for fonts, images and the first frame of videos. For a full-page capture, scrolls through
 * the page first, so that lazy content loads.
 */
export async function settle(options: SettleOptions): Promise<SettleResult> {
  const timeout = delay(options.ceilingMs);
  for (let painted = 0; painted < options.maxFrames; painted++) await nextFrame();
  const isFullyShown = !options.fullPage || (await revealAll(options));
  await Promise.race([Promise.all([fontsOf(document).ready, ...pendingImages(), ...resetVideos()]), timeout]);
  await nextFrame();
  return { isStillLoading: fontsOf(document).status === 'loading' || pendingImages().length > 0, isFullyShown };
}

/**
 * Scrolls through the page to trigger lazy images and intersection observers.
 *
 * @returns true if the whole page was in view
 */
async function revealAll(options: SettleOptions): Promise<boolean> {
  for (const lazy of elementsIn(document, 'img[loading="lazy"], iframe[loading="lazy"]', HTMLElement)) {
    lazy.setAttribute('loading', 'eager');
  }
  revealSkipped();
  if (pageHeight() <= innerHeight) {
    scrollTo({ top: 0, left: 0, behavior: 'instant' });
    await nextFrame();
    return true;
  }
  const isFullyShown = await scrollThrough(options);
  await delay(SCROLL_SETTLE_MS);
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
  await delay(SCROLL_SETTLE_MS);
  revealSkipped();
  await nextFrame();
  return isFullyShown;
}

/** Scroll limit of this document, set on the first call, CSS pixels. */
let maxScrollTop = 0;

/**
 * Scrolls in steps of half a viewport, so that every smaller element is in view as a whole once.
 *
 * @returns true if the end was reached
 */
async function scrollThrough({ scrollMs, maxHeight }: SettleOptions): Promise<boolean> {
  const started = performance.now();
  maxScrollTop ||= Math.max(pageHeight(), maxHeight);
  for (let top = innerHeight / 2; top < pageHeight(); top += innerHeight / 2) {
    if (top >= maxScrollTop || performance.now() - started >= scrollMs) return false;
    scrollTo({ top, behavior: 'instant' });
    await nextFrame();
    await nextFrame();
  }
  return true;
}

const pageHeight = (): number => scrollingElementOf(document)?.scrollHeight ?? 0;

/**
 * Disables `content-visibility: auto`, which skips layout outside the viewport. Elements that the
 * page hides stay hidden.
 */
function revealSkipped(): void {
  for (const element of documentAndShadowRoots().flatMap((root) => matchesIn(root, '*'))) {
    if (getComputedStyle(element).contentVisibility === 'auto') {
      styleOf(element)?.setProperty('content-visibility', 'visible', 'important');
    }
  }
}

function pendingImages(): Promise<unknown>[] {
  return documentAndShadowRoots().flatMap((root) =>
    elementsIn(root, 'img', HTMLImageElement).flatMap((image) => {
      image.decoding = 'sync';
      return image.complete || (image.loading === 'lazy' && !isInView(image)) ? [] : [fired(image, ['load', 'error'])];
    }),
  );
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= innerHeight;
}

function resetVideos(): Promise<unknown>[] {
  return documentAndShadowRoots().flatMap((root) =>
    elementsIn(root, 'video', HTMLVideoElement).map(async (video) => {
      // Its position can still be 0 while a later frame is drawn.
      const hasStarted = !video.paused;
      video.autoplay = false;
      // Controls are animated in a closed shadow tree.
      video.controls = false;
      video.pause();
      await firstFrame(video);
      if (video.seekable.length === 0 || !(hasStarted || video.currentTime > 0)) return;
      const shown = drawsFirstFrames(video);
      await seekToStart(video);
      await shown;
      // The compositor of a busy machine can show an older frame for some time after that.
      await seekToStart(video);
      await delay(REDRAW_MS);
    }),
  );
}

function seekToStart(video: HTMLVideoElement): Promise<void> {
  video.currentTime = 0;
  return fired(video, ['seeked', 'error']);
}

/** Time for the compositor to replace an older frame, ms. */
const REDRAW_MS = 1_000;
/** Time for a received frame to be decoded and drawn, ms. */
const VIDEO_FRAME_TIMEOUT_MS = 1_000;
/** Media time up to which a frame counts as the first one, seconds: it need not be at 0. */
const FIRST_FRAMES_S = 0.1;

/**
 * Waits until a video has a frame to show. A video that stopped loading may still have to decode
 * its data.
 */
async function firstFrame(video: HTMLVideoElement): Promise<void> {
  const hasFrame = () => video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  const { networkState, NETWORK_IDLE, NETWORK_LOADING } = video;
  if (hasFrame() || (networkState !== NETWORK_LOADING && networkState !== NETWORK_IDLE)) return;
  const loaded = fired(video, ['loadeddata', 'error']);
  if (networkState === NETWORK_LOADING) await Promise.race([loaded, fired(video, ['suspend'])]);
  if (!hasFrame() && video.preload !== 'none') await Promise.race([loaded, delay(VIDEO_FRAME_TIMEOUT_MS)]);
}

/**
 * Waits until the first frame is drawn, which happens after `seeked`: an earlier frame may be drawn
 * meanwhile. Gives up on a video that draws nothing.
 */
const drawsFirstFrames = (video: HTMLVideoElement): Promise<void> =>
  Promise.race([
    new Promise<void>((resolve) => {
      const check = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        // While the video seeks, a frame near the start may be an older one.
        if (mediaTime === 0 || (mediaTime < FIRST_FRAMES_S && !video.seeking)) resolve();
        else video.requestVideoFrameCallback(check);
      };
      video.requestVideoFrameCallback?.(check);
    }),
    delay(VIDEO_FRAME_TIMEOUT_MS),
  ]);

const fired = (target: EventTarget, events: string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, () => resolve(), { once: true });
  });

/** Resolves on the next frame, or after a timeout on a page that renders none. */
const nextFrame = (): Promise<void> =>
  Promise.race([new Promise<void>((resolve) => requestAnimationFrame(() => resolve())), delay(FRAME_TIMEOUT_MS)]);
const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
