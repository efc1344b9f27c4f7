import { titleOf } from './dom-access.ts';
import { freezePage } from './freeze-page.ts';
import { type HideResult, hideElements } from './hide-elements.ts';
import { type InnerOverflow, innerOverflow } from './inner-overflow.ts';
import { type HiddenForm, maskValues } from './mask-values.ts';
import { metaPolicies } from './meta-policies.ts';
import { type RecordedElement, recordElements } from './record-elements.ts';
import { type SettleOptions, type SettleResult, settle } from './settle.ts';
import { waitFor } from './wait-for.ts';

/** Functions that the service calls during a capture, in an isolated world. */
export interface CaptureScript {
  waitFor(selector: string, timeoutMs: number): Promise<'found' | 'timeout' | 'invalid'>;
  settle(options: SettleOptions): Promise<SettleResult>;
  innerOverflow(height: number): InnerOverflow;
  /** @returns true if an element may still change */
  freezePage(fullPage: boolean): boolean;
  hide(selectors: string[]): HideResult;
  maskValues(forms: HiddenForm[]): void;
  recordElements(): RecordedElement[];
  /** At most 1 000 characters. */
  title(): string;
  /** Content security policies in the page; at most 20, of 4 000 characters each. */
  metaPolicies(): string[];
}

declare global {
  var pinboundCapture: CaptureScript;
}

const title = (): string => titleOf(document).slice(0, 1_000);

globalThis.pinboundCapture = {
  waitFor,
  settle,
  innerOverflow,
  freezePage,
  hide: hideElements,
  maskValues,
  recordElements,
  title,
  metaPolicies,
};
