import { titleOf } from './dom-access.ts';
import { holdStill } from './freeze-page.ts';
import { type HideResult, hide } from './hide-elements.ts';
import { type RecordedElement, recordElements } from './record-elements.ts';
import { type Settled, type SettleOptions, settle } from './settle.ts';
import { waitFor } from './wait-for.ts';

/** What the service calls while it takes a picture, in a world of its own that the page's scripts do not share. */
export interface CaptureScript {
  waitFor(selector: string, timeoutMs: number): Promise<'found' | 'timeout' | 'invalid'>;
  settle(options: SettleOptions): Promise<Settled>;
  /** @returns whether something is there that may move all the same */
  holdStill(fullPage: boolean): boolean;
  hide(selectors: string[]): HideResult;
  recordElements(): RecordedElement[];
  /** At most 1 000 characters. */
  title(): string;
}

declare global {
  var pinboundCapture: CaptureScript;
}

const title = (): string => titleOf(document).slice(0, 1_000);

globalThis.pinboundCapture = { waitFor, settle, holdStill, hide, recordElements, title };
