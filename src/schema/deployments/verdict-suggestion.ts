import type { VerdictRow } from '../../resolvers/addons/deployments/deployment-parts.ts';
import type { SuggestedEffect } from '../../resolvers/addons/deployments/suggestions/suggestion-text.ts';
import { builder } from '../builder.ts';

const SuggestedEffectEnum = builder.enumType('SuggestedEffect', {
  description: 'Effect of a change on a comment, as a model sees it.',
  values: {
    does_it: { description: 'The change does what the comment asks.' },
    does_not: { description: 'The change does something else.' },
    unclear: { description: 'The model cannot tell.' },
  } satisfies Record<SuggestedEffect, object>,
});

export const VerdictSuggestionType = builder
  .objectRef<NonNullable<VerdictRow['suggestion']>>('VerdictSuggestion')
  .implement({
    description: 'Answer of a model about a change. A person decides.',
    fields: (t) => ({
      effect: t.expose('effect', { type: SuggestedEffectEnum, description: 'Suggested effect.' }),
      reason: t.exposeString('reason', { description: 'Reason, plain text of the model, at most 200 characters.' }),
      model: t.exposeString('model', { description: 'Name of the model.' }),
      createdAt: t.field({
        type: 'DateTime',
        description: 'Time of the answer.',
        resolve: ({ createdAt }) => new Date(createdAt),
      }),
    }),
  });
