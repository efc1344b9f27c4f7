import type { PageElement } from './page-record.ts';

/** What clients/capture/main.ts does in a captured page. */
export interface PageScript {
  waitFor(selector: string, timeoutMs: number): Promise<'found' | 'timeout' | 'invalid'>;
  /** @returns whether images or fonts have appeared meanwhile that have not come */
  settle(options: { fullPage: boolean; frames: number; ceilingMs: number }): Promise<boolean>;
  /** @returns whether something is there that may move all the same */
  holdStill(): boolean;
  /** `invalid` names the first one that is no CSS selector. */
  hide(selectors: string[]): { hidden: number } | { invalid: string };
  recordElements(): PageElement[];
  /** At most 1 000 characters. */
  title(): string;
}
