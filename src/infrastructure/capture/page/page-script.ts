import type { PageElement } from '../page-record.ts';
import type { HiddenForm } from './hide-values.ts';

/** Functions of clients/capture/main.ts in a captured page. */
export interface PageScript {
  waitFor(selector: string, timeoutMs: number): Promise<'found' | 'timeout' | 'invalid'>;
  settle(options: SettleOptions): Promise<{
    /** Whether new images or fonts have appeared that are still loading. */
    isStillLoading: boolean;
    /** Whether the whole page has been scrolled into view, if requested. */
    isFullyShown: boolean;
  }>;
  /** @param height that the window has for visitors, CSS pixels */
  innerOverflow(height: number): {
    /** Height that the main scroller of the page hides, CSS pixels; 0 if the window scrolls. */
    hidden: number;
    /** Whether a visitor can scroll there. */
    isScroller: boolean;
    isWide: boolean;
    /** Number of elements of the page. */
    elements: number;
  };
  /** @returns whether something may still move */
  freezePage(fullPage: boolean): boolean;
  /** `invalid` is the first invalid CSS selector. */
  hide(selectors: string[]): { hidden: number } | { invalid: string };
  /** Replaces credentials where the document shows them. */
  maskValues(forms: HiddenForm[]): void;
  recordElements(): PageElement[];
  /** At most 1 000 characters. */
  title(): string;
  /** Content security policies in the page; at most 20, of 4 000 characters each. */
  metaPolicies(): string[];
}

interface SettleOptions {
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
