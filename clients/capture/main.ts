import { type HideResult, hide } from './hide.ts';
import { holdStill } from './hold-still.ts';
import { type RecordedElement, recordElements } from './record-elements.ts';
import { isStillComing, settle } from './settle.ts';
import { waitFor } from './wait-for.ts';

/** What the service calls while it takes a picture, in a world of its own that the page's scripts do not share. */
export interface CaptureScript {
  waitFor(selector: string, timeoutMs: number): Promise<'found' | 'timeout' | 'invalid'>;
  settle(options: { fullPage: boolean; ceilingMs: number }): Promise<void>;
  /** Whether images have appeared, since `settle`, that have not come. */
  isStillComing(): Promise<boolean>;
  /** @returns whether something is there that may move all the same */
  holdStill(): boolean;
  hide(selectors: string[]): HideResult;
  recordElements(): RecordedElement[];
}

declare global {
  var pinboundCapture: CaptureScript;
}

globalThis.pinboundCapture = { waitFor, settle, isStillComing, holdStill, hide, recordElements };
