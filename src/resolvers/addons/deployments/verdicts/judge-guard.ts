import { isBound, isReplaced, reasonOfCapture, reasonOfPictures } from './comparable.ts';
import { NO_EVIDENCE } from './evidence.ts';
import { judgeAnnotation } from './judge-annotation.ts';
import type { AnnotationVerdict, GuardCase, GuardOutcome, GuardVerdict } from './types.ts';

const OUTCOMES: Record<AnnotationVerdict['verdict'], GuardOutcome> = {
  unchanged: 'held',
  changed: 'changed',
  gone: 'gone',
  regressed: 'returned',
  unknown: 'unknown',
};

/** Compares the present look of a guarded element with the accepted one. */
export function judgeGuard(guard: GuardCase): GuardVerdict {
  const absent = judgeAbsent(guard);
  if (absent) return absent;
  const { verdict, reason, evidence } = judgeAnnotation({
    comment: '',
    before: guard.accepted,
    after: guard.after,
    pixels: guard.pixelsToAccepted,
    overlap: guard.overlap,
    isVolatile: guard.isVolatile,
    changes: guard.changes,
    accepted: guard.reported && {
      reported: guard.reported,
      accepted: guard.accepted.pin,
      pixelsToReported: guard.pixelsToReported,
      pixelsBetween: guard.pixelsBetween,
    },
  });
  return { outcome: OUTCOMES[verdict], reason, evidence };
}

/** Judges the guard of an element whose absence was accepted, as long as it is absent. */
function judgeAbsent({ accepted, after, overlap }: GuardCase): GuardVerdict | undefined {
  if (isBound(accepted.pin) || after?.pin.state !== 'orphaned' || reasonOfCapture(after.picture)) return undefined;
  if (reasonOfPictures(accepted.picture, after.picture) || isReplaced(overlap)) return undefined;
  return { outcome: 'held', reason: null, evidence: NO_EVIDENCE };
}
