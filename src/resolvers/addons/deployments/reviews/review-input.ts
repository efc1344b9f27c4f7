import { z } from 'zod';
import { ReviewDecision } from '../../../../generated/prisma/client.ts';
import { isId } from '../../../../infrastructure/database/ids.ts';

/** Max changes or annotations that a review names. */
export const MAX_NAMED = 500;

const ids = z
  .array(z.string().refine(isId, 'must be a UUID'))
  .min(1, 'must not be empty; omit it instead')
  .max(MAX_NAMED, `must have at most ${MAX_NAMED} items; omit it for the whole deployment`)
  .nullish()
  .transform((given) => given ?? null);

const flag = (value: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((given) => given ?? value);

/** Arguments of a new review. */
export const reviewInput = z
  .object({
    id: z.string(),
    decision: z.enum(ReviewDecision),
    changeIds: ids,
    annotationIds: ids,
    alike: flag(false),
    explained: z
      .boolean()
      .nullish()
      .transform((explained) => explained ?? null),
    resolve: flag(true),
  })
  .refine(({ alike, changeIds }) => !alike || changeIds, {
    path: ['alike'],
    message: 'must be omitted without changeIds',
  })
  .refine(({ explained, changeIds, annotationIds }) => explained === null || !(changeIds || annotationIds), {
    path: ['explained'],
    message: 'must be omitted with changeIds or annotationIds',
  });

export type ReviewInput = z.infer<typeof reviewInput>;
