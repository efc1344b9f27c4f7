import type { CDPSession } from 'puppeteer-core';
import type { CaptureRequest } from '../capture-request.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { maxPageHeight } from './take-screenshot.ts';

/** Window of a page in which an element scrolls instead of the window. */
export interface GrowingWindow {
  /**
   * Makes the window as high as that element's content. Restores it if that reveals nothing, as
   * where the element has a height of its own.
   *
   * @returns true if the window has another size now, so that the page has to settle again
   */
  grow(): Promise<boolean>;
  /** True if the element hides some of its content, or another one does sideways. */
  isCut(): boolean;
}

/** An application may add rows when it has more room. */
const MAX_STEPS = 12;

export function growingWindow(
  session: CDPSession,
  world: IsolatedWorld,
  viewport: CaptureRequest['viewport'],
): GrowingWindow {
  const most = Math.floor(maxPageHeight(viewport));
  let { height } = viewport;
  let last = { hidden: Number.POSITIVE_INFINITY, elements: 0 };
  let steps = 0;
  let isCut = false;
  const resize = async (to: number) => {
    height = to;
    await setWindow(session, { ...viewport, height }, viewport);
  };
  return {
    isCut: () => isCut,
    async grow() {
      if (steps === MAX_STEPS) return false;
      const { hidden, isScroller, isWide, elements } = await world.call('innerOverflow', viewport.height);
      isCut = (hidden > 0 && isScroller) || isWide;
      const isUseless = hidden >= last.hidden && elements <= last.elements;
      if (hidden > 0 && !isUseless && height < most && steps < MAX_STEPS - 1) {
        steps += 1;
        last = { hidden, elements };
        await resize(Math.min(height + hidden, most));
        return true;
      }
      steps = MAX_STEPS;
      if (!isUseless) return false;
      await resize(viewport.height);
      return true;
    },
  };
}

/** Sets the size of the window; the screen has the size of the requested one. */
export const setWindow = (session: CDPSession, window: CaptureRequest['viewport'], screen = window): Promise<void> =>
  session.send('Emulation.setDeviceMetricsOverride', {
    ...window,
    screenWidth: screen.width,
    screenHeight: screen.height,
    screenOrientation:
      screen.height > screen.width ? { type: 'portraitPrimary', angle: 0 } : { type: 'landscapePrimary', angle: 0 },
    mobile: false,
  });
