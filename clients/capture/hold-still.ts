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

/** Ends every movement. Scripts stand still already. @returns whether something is there that may move all the same */
export function holdStill(): boolean {
  // Our own overlay is no part of the page, and its styles let nobody hide it.
  for (const overlay of Array.from(document.querySelectorAll('svc-overlay'))) overlay.remove();
  const all = roots();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  for (const root of all) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STILL);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    // Twice: what ends can have held another one back.
    for (let round = 0; round < 2; round++) for (const animation of root.getAnimations()) end(animation);
    for (const image of Array.from(root.querySelectorAll('svg'))) {
      image.pauseAnimations();
      image.setCurrentTime(0);
    }
    for (const bar of Array.from(root.querySelectorAll<HTMLProgressElement>('progress:not([value])'))) bar.value = 0;
    for (const banner of Array.from(root.querySelectorAll('marquee'))) (banner as HTMLMarqueeElement).stop();
  }
  return all.some((root) => root.querySelector(RESTLESS) !== null);
}

/** A finite animation jumps to its end, where its page meant it to rest; an endless one goes. */
function end(animation: Animation): void {
  const { endTime } = animation.effect?.getComputedTiming() ?? {};
  try {
    if (typeof endTime === 'number' && Number.isFinite(endTime) && animation.playbackRate > 0) animation.finish();
    else animation.cancel();
  } catch {
    animation.cancel();
  }
}
