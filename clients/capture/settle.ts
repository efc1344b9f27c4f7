import { elementsIn, fontsOf, matchesIn, scrollingElementOf, styleOf } from './dom-access.ts';
import { roots } from './roots.ts';

/** What a picture waits for. */
export interface SettleOptions {
  fullPage: boolean;
  /** Frames that the page may paint before. */
  frames: number;
  /** For what is still to come, milliseconds. */
  ceilingMs: number;
  /** For scrolling through the page, milliseconds. */
  scrollMs: number;
  /** A page that grows while it is scrolled is scrolled no further, CSS pixels. */
  growTo: number;
}

export interface Settled {
  /** Whether what the page did upon its last answers has brought more images or fonts to wait for. */
  isStillComing: boolean;
  /** Whether the page ends where the scrolling did, or was not to be scrolled. */
  isAllShown: boolean;
}

const FRAME_TIMEOUT_MS = 250;
/** Handlers of scrolling that are throttled, or wait for its end, have run by then, milliseconds. */
const SCROLLED_WITHIN_MS = 250;

/**
 * Waits for what a picture needs: fonts, images, the first frame of videos; for a picture of the whole page, what loads
 * only when it is scrolled to.
 */
export async function settle(options: SettleOptions): Promise<Settled> {
  const late = after(options.ceilingMs);
  for (let painted = 0; painted < options.frames; painted++) await frame();
  const isAllShown = !options.fullPage || (await showAll(options));
  await Promise.race([Promise.all([fontsOf(document).ready, ...images(), ...videos()]), late]);
  await frame();
  return { isStillComing: fontsOf(document).status === 'loading' || images().length > 0, isAllShown };
}

/** Lazy images and observers act when their place comes into view. @returns whether all of the page has been in view */
async function showAll(options: SettleOptions): Promise<boolean> {
  for (const late of elementsIn(document, 'img[loading="lazy"], iframe[loading="lazy"]', HTMLElement)) {
    late.setAttribute('loading', 'eager');
  }
  showSkipped();
  if (heightOfPage() <= innerHeight) {
    scrollTo({ top: 0, left: 0, behavior: 'instant' });
    await frame();
    return true;
  }
  const isAllShown = await scrollThrough(options);
  await after(SCROLLED_WITHIN_MS);
  scrollTo({ top: 0, left: 0, behavior: 'instant' });
  await after(SCROLLED_WITHIN_MS);
  showSkipped();
  await frame();
  return isAllShown;
}

/** How far the page of this document is scrolled, once that is known. */
let furthest = 0;

/** By half windows: what is no higher than that comes into view as a whole. @returns whether the end was reached */
async function scrollThrough({ scrollMs, growTo }: SettleOptions): Promise<boolean> {
  const started = performance.now();
  furthest ||= Math.max(heightOfPage(), growTo);
  for (let top = innerHeight / 2; top < heightOfPage(); top += innerHeight / 2) {
    if (top >= furthest || performance.now() - started >= scrollMs) return false;
    scrollTo({ top, behavior: 'instant' });
    await frame();
    await frame();
  }
  return true;
}

const heightOfPage = (): number => scrollingElementOf(document)?.scrollHeight ?? 0;

/** What is laid out only near the window would be missing from a picture that is larger. What its page hides stays hidden. */
function showSkipped(): void {
  for (const part of roots().flatMap((root) => matchesIn(root, '*'))) {
    if (getComputedStyle(part).contentVisibility === 'auto') {
      styleOf(part)?.setProperty('content-visibility', 'visible', 'important');
    }
  }
}

function images(): Promise<unknown>[] {
  return roots().flatMap((root) =>
    elementsIn(root, 'img', HTMLImageElement).flatMap((image) => {
      image.decoding = 'sync';
      return image.complete || (image.loading === 'lazy' && !isInView(image))
        ? []
        : [settled(image, ['load', 'error'])];
    }),
  );
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= innerHeight;
}

function videos(): Promise<unknown>[] {
  return roots().flatMap((root) =>
    elementsIn(root, 'video', HTMLVideoElement).map(async (video) => {
      video.autoplay = false;
      // They fade and spin in a shadow tree that nobody reaches.
      video.controls = false;
      video.pause();
      await firstFrame(video);
      if (video.currentTime === 0) return;
      const shown = showsBeginning(video);
      video.currentTime = 0;
      await settled(video, ['seeked', 'error']);
      await shown;
    }),
  );
}

/** What has come is decoded, and drawn where it is seen, within this time, milliseconds. */
const SHOWN_WITHIN_MS = 1_000;
/** Frames before this are of a video's beginning, seconds: the first one need not be at 0. */
const BEGINNING = 0.1;

/** Until a video has a frame to show. One that loads no more has come whole, or as far as its page wants; it may have to be decoded. */
async function firstFrame(video: HTMLVideoElement): Promise<void> {
  const hasFrame = () => video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  const { networkState, NETWORK_IDLE, NETWORK_LOADING } = video;
  if (hasFrame() || (networkState !== NETWORK_LOADING && networkState !== NETWORK_IDLE)) return;
  const loaded = settled(video, ['loadeddata', 'error']);
  if (networkState === NETWORK_LOADING) await Promise.race([loaded, settled(video, ['suspend'])]);
  if (!hasFrame() && video.preload !== 'none') await Promise.race([loaded, after(SHOWN_WITHIN_MS)]);
}

/**
 * Until a frame of the video's beginning is drawn, which is later than it was sought: one from before may be drawn meanwhile.
 * One that is never drawn is not waited for.
 */
const showsBeginning = (video: HTMLVideoElement): Promise<void> =>
  Promise.race([
    new Promise<void>((resolve) => {
      const look = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        if (mediaTime < BEGINNING) resolve();
        else video.requestVideoFrameCallback(look);
      };
      video.requestVideoFrameCallback?.(look);
    }),
    after(SHOWN_WITHIN_MS),
  ]);

const settled = (target: EventTarget, events: string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, () => resolve(), { once: true });
  });

/** The next frame; a page that paints none is not waited for. */
const frame = (): Promise<void> =>
  Promise.race([new Promise<void>((resolve) => requestAnimationFrame(() => resolve())), after(FRAME_TIMEOUT_MS)]);
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
