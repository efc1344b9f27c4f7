import { ChangeEffect, ReviewDecision, VerdictKind } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';

export const VerdictKindEnum = builder.enumType('VerdictKind', {
  description: 'Change of the element of an annotation between two captures.',
  values: {
    [VerdictKind.changed]: {
      description: 'Text, look or content changed. `effect` says whether that does what the annotation says.',
    },
    [VerdictKind.unchanged]: { description: 'It looks as before. It may have moved.' },
    [VerdictKind.gone]: { description: 'It is not on the page any more.' },
    [VerdictKind.regressed]: { description: 'It was accepted, and looks as reported again.' },
    [VerdictKind.unknown]: { description: 'It cannot be told; `reason` says why.' },
  } as const,
});

export const ChangeEffectEnum = builder.enumType('ChangeEffect', {
  description: "Effect of a change on an annotation, by rules that read its text and the element's text and styles.",
  values: {
    [ChangeEffect.does_it]: {
      description:
        'Literal texts that it states are met, and the properties that it names moved in the stated direction.',
    },
    [ChangeEffect.changed_otherwise]: { description: 'Something changed. Whether that answers it, a person must say.' },
    [ChangeEffect.went_back]: { description: 'The reported look is there again.' },
  } as const,
});

/** Description of the effect of a verdict. */
export const EFFECT = 'Effect on the annotation; null where nothing changed, or nothing is known.';

export const ReviewDecisionEnum = builder.enumType('ReviewDecision', {
  description: 'Decision of a review.',
  values: {
    [ReviewDecision.approved]: { description: 'The changes are accepted.' },
    [ReviewDecision.rejected]: { description: 'The changes are not accepted.' },
  } as const,
});
