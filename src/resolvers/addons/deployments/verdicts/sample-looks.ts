import type { NamedElement } from '../../../core/wishes/removals.ts';
import { effectOf } from './change-effect.ts';
import { evidenceOf } from './evidence.ts';
import type { PinFacts } from './types.ts';

const STYLES = {
  color: 'rgb(153, 153, 153)',
  backgroundColor: 'rgb(255, 255, 255)',
  borderColor: 'rgb(153, 153, 153)',
  fontSize: '14px',
  fontWeight: '400',
};
/** Look of an element, as far as it differs from a gray text that says Buy. */
export type Look = Partial<Omit<PinFacts, 'styles'>> & { styles?: Partial<typeof STYLES> };
export const pin = ({ styles, ...look }: Look = {}): PinFacts => ({
  state: 'bound',
  confidence: 0.97,
  box: { x: 10, y: 20, width: 100, height: 30 },
  text: 'Buy',
  ...look,
  styles: { ...STYLES, ...styles },
});
/** Effect of a change from one look to another, of a paragraph by default. */
export const effect = (comment: string, before: Look, after: Look, element: Partial<NamedElement> = {}) =>
  effectOf({
    comment,
    verdict: 'changed',
    before: pin(before),
    after: pin(after),
    evidence: evidenceOf(pin(before), pin(after), null),
    names: { elements: [{ tag: 'p', id: '', classes: [], ...element }], around: '' },
  });
