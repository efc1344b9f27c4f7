import { HOST_TAG } from '../shared/page/host-tag.ts';
import { activeElementOf, adoptSheet, animationsOf, elementsIn, matchesIn } from './dom-access.ts';
import { roots } from './roots.ts';

/**
 * Only what moves by itself; nothing that changes the layout. Of the caret only where one can be: an element is painted anew
 * for another colour of it, seen or not.
 */
const STILL = `*, *::before, *::after {
  transition: none !important;
  scroll-behavior: auto !important;
}
:read-write { caret-color: transparent !important }`;

/** Elements whose content can change without scripts, animations or us knowing. */
const RESTLESS = 'video, canvas, iframe, frame, embed, object, marquee';

/**
 * Ends every movement. Scripts stand still already.
 * @param fullPage whether more of the page is shown than its window
 * @returns whether something is there that may move all the same
 */
export function holdStill(fullPage: boolean): boolean {
  // Our own overlay is no part of the page, and its styles let nobody hide it.
  for (const overlay of matchesIn(document, HOST_TAG)) overlay.remove();
  const all = roots();
  const active = activeElementOf(document);
  if (active instanceof HTMLElement) HTMLElement.prototype.blur.call(active);
  for (const root of all) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STILL);
    adoptSheet(root, sheet);
    // Twice: what ends can have held another one back.
    for (let round = 0; round < 2; round++) for (const animation of animationsOf(root)) end(animation, fullPage);
    for (const image of elementsIn(root, 'svg', SVGSVGElement)) {
      image.pauseAnimations();
      image.setCurrentTime(0);
    }
    for (const bar of elementsIn(root, 'progress:not([value])', HTMLProgressElement)) bar.value = 0;
    for (const banner of elementsIn(root, 'marquee', HTMLMarqueeElement)) banner.stop();
  }
  return all.some((root) => matchesIn(root, RESTLESS).length > 0);
}

/**
 * A finite animation jumps to its end, where its page meant it to rest; an endless one goes. One that is paused, or follows the
 * scrolling, shows what a visitor sees and stands still by itself; but those that show an element on its way through the
 * window have all of a page shown.
 */
function end(animation: Animation, fullPage: boolean): void {
  if (animation.playState === 'paused') return;
  if (animation.timeline instanceof ScrollTimeline && !(fullPage && animation.timeline instanceof ViewTimeline)) return;
  const { endTime } = animation.effect?.getComputedTiming() ?? {};
  try {
    if (typeof endTime === 'number' && Number.isFinite(endTime) && animation.playbackRate > 0) animation.finish();
    else animation.cancel();
  } catch {
    animation.cancel();
  }
}
