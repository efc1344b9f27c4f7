import { AnnotationOrder, Priority, Resolution } from '../../generated/prisma/client.ts';
import { COUNT_KEYS, type CountKey } from '../../resolvers/core/work-list/counted-rows.ts';
import { builder } from '../builder.ts';

export const ResolutionEnum = builder.enumType('AnnotationResolution', {
  description: 'Reason why an annotation is resolved.',
  values: {
    [Resolution.fixed]: { description: 'The requested change was made. Resolving without a resolution means this.' },
    [Resolution.declined]: { description: 'The requested change will not be made.' },
    [Resolution.duplicate]: { description: 'Another annotation requests the same.' },
  } as const,
});

export const PriorityEnum = builder.enumType('AnnotationPriority', {
  description: 'Urgency of an annotation, most urgent first.',
  values: {
    [Priority.urgent]: { description: 'Before everything else.' },
    [Priority.high]: { description: 'Before normal ones.' },
    [Priority.normal]: { description: 'New annotations.' },
    [Priority.low]: { description: 'After all others.' },
  } as const,
});

export const AnnotationOrderEnum = builder.enumType('AnnotationOrder', {
  description: 'Order of a list of annotations.',
  values: {
    [AnnotationOrder.newest]: { description: 'Latest creation first.' },
    [AnnotationOrder.oldest]: { description: 'Earliest creation first.' },
    [AnnotationOrder.recently_updated]: { description: 'Latest change of the annotation or its thread first.' },
    [AnnotationOrder.priority]: { description: 'Most urgent first, then newest.' },
    [AnnotationOrder.due]: { description: 'Earliest due date first, those without one last, then newest.' },
    [AnnotationOrder.rank]: {
      description: 'As moved with moveAnnotation within a status; new annotations first. Of one project only.',
    },
  } as const,
});

const KEY_DESCRIPTIONS: Record<CountKey, string> = {
  status: 'Keys are values of AnnotationStatus.',
  resolution: 'Keys are values of AnnotationResolution; null: not resolved.',
  priority: 'Keys are values of AnnotationPriority.',
  assignee: 'Keys are user IDs; null: unassigned.',
  page: 'Keys are normalized URLs; the 1 000 pages with the most annotations.',
  label: 'Keys are UUIDs of labels; annotations with several labels count for each.',
  project: 'Keys are UUIDs of projects.',
};

export const CountKeyEnum = builder.enumType('AnnotationCountKey', {
  description: 'Property that annotations are counted by.',
  values: Object.fromEntries(COUNT_KEYS.map((key) => [key, { description: KEY_DESCRIPTIONS[key] }])) as Record<
    CountKey,
    { description: string }
  >,
});
