import { z } from 'zod';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Project } from '../../generated/prisma/client.ts';
import { isRecordMissing, isUniqueViolation } from '../database-errors.ts';
import { nameInput, parseInput, refuseNulls, slugInput } from '../input.ts';
import { requireProject } from '../policies/access.ts';
import { slugTaken } from './create-project.ts';

const MAX_ORIGINS = 50;

const originInput = z.string().transform((text, check) => {
  if (URL.canParse(text)) {
    const { origin, protocol } = new URL(text);
    if (/^https?:$/.test(protocol)) return origin;
  }
  check.addIssue({ code: 'custom', message: 'must be an origin such as https://shop.example' });
  return z.NEVER;
});

const changes = z.object({
  name: nameInput.optional(),
  slug: slugInput.optional(),
  publicFeedback: z.boolean().optional(),
  allowedOrigins: z.array(originInput).max(MAX_ORIGINS, `must list at most ${MAX_ORIGINS} origins`).optional(),
});

/** Changes what is given and leaves the rest. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT; CONFLICT for a taken slug */
export async function updateProject(ctx: Context, id: string, args: object): Promise<Project> {
  await requireProject(ctx, id, 'project.change');
  refuseNulls(args);
  const data = parseInput(changes, args);
  try {
    return await ctx.services.db.project.update({ where: { id, deletedAt: null }, data });
  } catch (error) {
    if (isRecordMissing(error)) throw notFound('Project');
    throw data.slug && isUniqueViolation(error, 'slug') ? slugTaken(data.slug) : error;
  }
}
