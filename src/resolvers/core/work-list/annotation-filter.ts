import { z } from 'zod';
import {
  AnchorState,
  AnnotationSource,
  AnnotationStatus,
  Priority,
  Resolution,
} from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { emailInput, urlInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { storableText } from '../../platform/input/storable-text.ts';

const list = <T extends z.ZodType>(item: T) =>
  z.array(item).min(1, 'must not be empty; omit it instead').max(LIMITS.filterItems, tooMany).nullish();

const tooMany = `must have at most ${LIMITS.filterItems} items`;
const idInput = z.string().refine(isId, 'must be a UUID');
/** Highest number of an annotation: PostgreSQL's integer. */
const MAX_NUMBER = 2_147_483_647;
const numberInput = z
  .number()
  .int()
  .min(1, `must be from 1 to ${MAX_NUMBER}`)
  .max(MAX_NUMBER, `must be from 1 to ${MAX_NUMBER}`);

const members = z.strictObject({
  text: storableText(LIMITS.searchText)
    .refine((text) => /[\p{L}\p{N}\p{So}]/u.test(text), 'must contain a letter or a digit to search for')
    .nullish(),
  numbers: list(numberInput),
  projectIds: list(idInput),
  statuses: list(z.enum(AnnotationStatus)),
  resolutions: list(z.enum(Resolution)),
  assigneeIds: list(idInput),
  unassigned: z.boolean().nullish(),
  mentionsMe: z.boolean().nullish(),
  watchedByMe: z.boolean().nullish(),
  unread: z.boolean().nullish(),
  snoozed: z.boolean().nullish(),
  authorIds: list(idInput),
  visitorEmail: emailInput.nullish(),
  source: z.enum(AnnotationSource).nullish(),
  anchorStates: list(z.enum(AnchorState)),
  environmentIds: list(idInput),
  pages: list(urlInput),
  labelIds: list(idInput),
  priorities: list(z.enum(Priority)),
  dueBefore: z.date().nullish(),
  createdAfter: z.date().nullish(),
  createdBefore: z.date().nullish(),
  updatedAfter: z.date().nullish(),
  hasIssue: z.boolean().nullish(),
  fixedIn: list(idInput),
  notFixedIn: list(idInput),
});

/** Filter of the work list; all members must match, of a list any item. */
export const annotationFilterInput = members.refine(
  ({ createdAfter, createdBefore }) => !createdAfter || !createdBefore || createdAfter < createdBefore,
  { path: ['createdBefore'], message: 'must be after createdAfter; no annotation could match' },
);

export type AnnotationFilter = z.infer<typeof members>;

const [ONE, TIME] = [[''], new Date(0)];

/** Filter with each member, with which PostgreSQL describes statements. */
export const SAMPLE_FILTER: Required<AnnotationFilter> = {
  text: 'text',
  numbers: [1],
  projectIds: ONE,
  statuses: ['open'],
  resolutions: ['fixed'],
  assigneeIds: ONE,
  unassigned: true,
  mentionsMe: true,
  watchedByMe: true,
  unread: true,
  snoozed: true,
  authorIds: ONE,
  visitorEmail: '',
  source: 'api',
  anchorStates: ['orphaned'],
  environmentIds: ONE,
  pages: ['https://example.com/'],
  labelIds: ONE,
  priorities: ['normal'],
  dueBefore: TIME,
  createdAfter: TIME,
  createdBefore: TIME,
  updatedAfter: TIME,
  hasIssue: true,
  fixedIn: ONE,
  notFixedIn: ONE,
};
