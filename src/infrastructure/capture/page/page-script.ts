import type { PageElement } from '../page-record.ts';

/** What clients/capture/main.ts does in a captured page. */
export interface PageScript {
  waitFor(selector: string, timeoutMs: number): Promise<'found' | 'timeout' | 'invalid'>;
  settle(options: SettleOptions): Promise<{
    /** Whether images or fonts have appeared meanwhile that have not come. */
    isStillComing: boolean;
    /** Whether all of the page has been in view, or was not to be. */
    isAllShown: boolean;
  }>;
  /** @returns whether something is there that may move all the same */
  holdStill(fullPage: boolean): boolean;
  /** `invalid` names the first one that is no CSS selector. */
  hide(selectors: string[]): { hidden: number } | { invalid: string };
  recordElements(): PageElement[];
  /** At most 1 000 characters. */
  title(): string;
}

interface SettleOptions {
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
