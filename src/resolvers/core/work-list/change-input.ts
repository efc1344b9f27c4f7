import { z } from 'zod';
import { badField, badFields, fieldProblem } from '../../../errors.ts';
import { AnnotationStatus, Priority, Resolution } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';

const idInput = z.string().refine(isId, 'must be a UUID');
const tooManyLabels = `must have at most ${LIMITS.annotationLabels} items`;
const labelsInput = z.array(idInput).max(LIMITS.annotationLabels, tooManyLabels).optional();

/** Columns that a change sets to a given value. */
const givenColumns = {
  priority: z.enum(Priority).optional(),
  dueOn: z.date().nullish(),
  assigneeId: idInput.nullish(),
};

export const GIVEN_COLUMNS = Object.keys(givenColumns) as (keyof typeof givenColumns)[];

const changeInput = z.strictObject({
  status: z.enum(AnnotationStatus).optional(),
  resolution: z.enum(Resolution).optional(),
  duplicateOfId: idInput.optional(),
  addLabelIds: labelsInput,
  removeLabelIds: labelsInput,
  ...givenColumns,
});

const idsInput = z
  .array(idInput)
  .min(1, `must have 1 to ${LIMITS.changedAnnotations} items`)
  .max(LIMITS.changedAnnotations, `must have 1 to ${LIMITS.changedAnnotations} items`);

const bulkInput = z.object({ ids: idsInput, change: changeInput });

/** A change for several annotations; members that are undefined stay. Null clears. */
export type BulkChange = z.infer<typeof changeInput> & {
  /** All labels that the annotation has afterwards; only for one annotation. */
  labelIds?: string[];
};

/** Triage of one annotation. */
export const triageInput = z.object({ labelIds: labelsInput, ...givenColumns });

/**
 * Validates a change. A resolution resolves, and an annotation that is repeated is a duplicate.
 *
 * @throws BAD_USER_INPUT naming every problem
 */
export function readBulkChange(args: { ids: readonly string[]; change: object }): {
  ids: string[];
  change: BulkChange;
} {
  const { shape } = changeInput;
  const nulls = Object.entries(args.change).filter(
    ([name, value]) => value === null && name in shape && !shape[name as keyof typeof shape].safeParse(null).success,
  );
  if (nulls.length > 0) {
    throw badFields(
      nulls.map(([name]) => fieldProblem(`change.${name}`, 'must not be null; omit it to keep its value')),
    );
  }
  const { ids, change }: z.infer<typeof bulkInput> = parseInput(bulkInput, args);
  if (Object.values(change).every((value) => value === undefined)) {
    throw badField('change', 'must have a member, such as status');
  }
  const resolution = change.resolution ?? (change.duplicateOfId === undefined ? undefined : 'duplicate');
  if ((resolution === 'duplicate') !== (change.duplicateOfId !== undefined)) {
    throw badField('change.duplicateOfId', 'is required for the resolution duplicate, and for no other', 'required');
  }
  if (resolution !== undefined && (change.status ?? 'resolved') !== 'resolved') {
    throw badField('change.resolution', 'requires the status resolved; omit one of them');
  }
  return { ids, change: resolution === undefined ? change : { ...change, resolution, status: 'resolved' } };
}
