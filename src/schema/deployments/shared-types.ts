import { ReviewDecision, VerdictKind } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';

export const VerdictKindEnum = builder.enumType('VerdictKind', {
  description: 'Change of the element of an annotation between two captures.',
  values: {
    [VerdictKind.changed]: { description: 'Text, look or content changed. Whether as asked for, people decide.' },
    [VerdictKind.unchanged]: { description: 'It looks as before. It may have moved.' },
    [VerdictKind.gone]: { description: 'It is not on the page any more.' },
    [VerdictKind.regressed]: { description: 'It was accepted, and looks as reported again.' },
    [VerdictKind.unknown]: { description: 'It cannot be told; `reason` says why.' },
  } as const,
});

export const ReviewDecisionEnum = builder.enumType('ReviewDecision', {
  description: 'Decision of a review.',
  values: {
    [ReviewDecision.approved]: { description: 'The changes are accepted.' },
    [ReviewDecision.rejected]: { description: 'The changes are not accepted.' },
  } as const,
});
