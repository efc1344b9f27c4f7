import { callNative, firstChildOf } from '../shared/page/dom-access.ts';
import { HOST_TAG } from '../shared/page/host-tag.ts';
import { activeElementOf, adoptSheet, animationsOf, elementsIn, matchesIn } from './dom-access.ts';
import { documentAndShadowRoots } from './roots.ts';

/**
 * Stops motion without changing the layout. The caret rule applies to editable elements only: a
 * change of `caret-color` repaints an element even where no caret is visible.
 */
const FREEZE_STYLES = `*, *::before, *::after {
  transition: none !important;
  scroll-behavior: auto !important;
}
:read-write { caret-color: transparent !important }`;

/** Elements whose content can change without scripts or animations. */
const UNFREEZABLE = 'video, canvas, iframe, frame, embed, object';

/**
 * Stops all motion; scripts are paused already.
 *
 * @param fullPage true when the capture shows more than the viewport
 * @returns true if an element may still change
 */
export function freezePage(fullPage: boolean): boolean {
  // The overlay is not part of the page, and its styles override those that would hide it.
  for (const overlay of matchesIn(document, HOST_TAG)) overlay.remove();
  const all = documentAndShadowRoots();
  const active = activeElementOf(document);
  if (active instanceof HTMLElement) HTMLElement.prototype.blur.call(active);
  for (const root of all) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(FREEZE_STYLES);
    adoptSheet(root, sheet);
    for (const banner of elementsIn(root, 'marquee', HTMLMarqueeElement)) holdStill(banner);
    // Two passes: an animation that ends can start another one.
    for (let round = 0; round < 2; round++)
      for (const animation of animationsOf(root)) endAnimation(animation, fullPage);
    for (const image of elementsIn(root, 'svg', SVGSVGElement)) {
      image.pauseAnimations();
      image.setCurrentTime(0);
    }
    for (const bar of elementsIn(root, 'progress:not([value])', HTMLProgressElement)) bar.value = 0;
  }
  return all.some((root) => matchesIn(root, UNFREEZABLE).length > 0);
}

/**
 * Replaces a marquee with a copy that never starts, and shows its content where the layout has it.
 * `stop` alone would hold the content wherever it was at that moment.
 */
function holdStill(banner: HTMLMarqueeElement): void {
  const still = Node.prototype.cloneNode.call(banner) as HTMLMarqueeElement;
  callNative(banner, 'before', still);
  HTMLMarqueeElement.prototype.stop.call(still);
  for (let child = firstChildOf(banner); child; child = firstChildOf(banner)) moveInto(still, child);
  callNative(banner, 'remove');
}

/** Keeps the state of frames and animations in the node where the browser can. */
function moveInto(parent: Element, node: Node): void {
  if ('moveBefore' in Element.prototype) callNative(parent, 'moveBefore', node, null);
  else callNative(parent, 'append', node);
}

/**
 * Finishes a finite animation, so that the page shows its final state, and cancels an endless one.
 * Paused and scroll-driven animations show what a visitor sees and do not move by themselves. View
 * timelines of full-page captures are the exception: they reveal elements on scrolling, and a full-
 * page capture shows all elements.
 */
function endAnimation(animation: Animation, fullPage: boolean): void {
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
