import { z } from 'zod';
import { isId } from '../../../infrastructure/database/ids.ts';
import { viewportInput } from '../../core/snapshots/snapshot-input.ts';
import { outboundUrlInput } from '../../platform/input/outbound-url.ts';
import { EMPTY, storableText } from '../../platform/input/storable-text.ts';
import { oneLine } from '../../platform/text/plain-text.ts';

/** Max captures of a deployment: pages × viewports. */
export const MAX_CAPTURES = 500;
/** Max viewports of the argument. */
export const MAX_VIEWPORTS = 10;
/** Max length of commit and branch, characters. */
const MAX_NAME = 255;
const MAX_URL = 2_048;

const name = storableText(MAX_NAME)
  .transform(oneLine)
  .refine((text) => text !== '', EMPTY);

/** Arguments of a new deployment. */
export const deploymentInput = z.object({
  projectId: z.string(),
  environmentId: z.string().refine(isId, 'must be a UUID'),
  commit: name,
  branch: name.nullish().transform((branch) => branch ?? null),
  url: outboundUrlInput.nullish().transform((url) => url ?? null),
  pages: z
    .array(storableText(MAX_URL))
    .min(1, 'must name at least one page; omit it for the pages with annotations or baselines')
    .max(MAX_CAPTURES, `must name at most ${MAX_CAPTURES} pages`)
    .nullish()
    .transform((pages) => pages ?? null),
  viewports: z
    .array(viewportInput)
    .min(1, 'must have at least one viewport; omit it for those of comments and baselines')
    .max(MAX_VIEWPORTS, `must have at most ${MAX_VIEWPORTS} viewports`)
    .nullish()
    .transform((viewports) => viewports ?? null),
  force: z
    .boolean()
    .nullish()
    .transform((force) => force ?? false),
});

export type DeploymentInput = z.infer<typeof deploymentInput>;
