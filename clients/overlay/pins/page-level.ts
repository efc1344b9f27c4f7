import { tagOf } from '../../shared/page/dom-access.ts';
import { hasTarget, type LocatedAnnotation } from './placement.ts';

/** True for an annotation about the whole page: it describes no element, or the document itself. */
export const isPageLevel = (pin: LocatedAnnotation): boolean =>
  pin.element ? /^(html|body)$/.test(tagOf(pin.element)) : !hasTarget(pin);
