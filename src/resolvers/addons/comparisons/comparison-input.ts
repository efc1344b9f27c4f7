import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readSelector } from '../../../infrastructure/comparison/elements/select-elements.ts';
import { ALGORITHM_VERSION, type ComparisonOptions } from '../../../infrastructure/comparison/task.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { DEFAULT_MESSAGES } from '../../platform/input/parse-input.ts';
import { storableText } from '../../platform/input/storable-text.ts';

const COMPARISON_LIMITS = { ignored: 50, selector: 1_024, coordinate: 1_000_000 } as const;
const DEFAULT_THRESHOLD = 0.1;

/** Selector of an element of a page record. */
export const selectorInput = storableText(COMPARISON_LIMITS.selector).pipe(
  z
    .string()
    .refine(
      (text) => readSelector(text) !== undefined,
      'must be a selector of names, #id, .class and :nth-of-type(n), joined by spaces, > and commas',
    ),
);

const pixels = (least: number) =>
  z
    .number()
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(COMPARISON_LIMITS.coordinate, `must be at most ${COMPARISON_LIMITS.coordinate}`);

const box = z.object({ x: pixels(0), y: pixels(0), width: pixels(1), height: pixels(1) });

const snapshotId = z.string().refine(isId, 'must be a UUID');

/** Arguments of a comparison, with defaults. */
export const comparisonInput = z.object({
  baselineId: snapshotId,
  comparisonId: snapshotId,
  threshold: z
    .number()
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .nullish()
    .transform((threshold) => threshold ?? DEFAULT_THRESHOLD),
  ignore: z
    .array(z.unknown())
    .max(COMPARISON_LIMITS.ignored, `must list at most ${COMPARISON_LIMITS.ignored} selectors and boxes`)
    .pipe(z.array(z.unknown().transform(readIgnored)))
    .nullish()
    .transform((ignore) => ignore ?? []),
  alignRows: z
    .boolean()
    .nullish()
    .transform((alignRows) => alignRows ?? true),
});

/** Validates a selector or a box by its own rules, so that errors mention only those. */
function readIgnored(item: unknown, check: z.RefinementCtx) {
  const parsed = typeof item === 'string' ? selectorInput.safeParse(item) : box.safeParse(item, DEFAULT_MESSAGES);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) check.addIssue({ code: 'custom', path: [...path], message });
  return z.NEVER;
}

/** Serializes the options of a comparison independently of their order. */
export function canonicalOptions({ threshold, alignRows, ignore }: ComparisonOptions): {
  options: string;
  hash: string;
} {
  const ignored = [...new Set(ignore.map((item) => JSON.stringify(typeof item === 'string' ? item : ordered(item))))];
  const options = `{"version":${ALGORITHM_VERSION},"threshold":${threshold},"alignRows":${alignRows},"ignore":[${ignored.sort().join(',')}]}`;
  return { options, hash: createHash('sha256').update(options).digest('hex') };
}

const ordered = ({ x, y, width, height }: z.infer<typeof box>) => ({ x, y, width, height });
