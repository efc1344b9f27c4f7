import type { CallContext, Context } from '../../../context.ts';
import type { Project } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import {
  allowsOrigin,
  assertOrigin,
  assertPublic,
  findByKeyOrId,
  keyOf,
  projectTexts,
  unknownKey,
} from './project-key.ts';

export interface PublicProject {
  id: string;
  organizationId: string;
  publicFeedback: boolean;
  allowedOrigins: string[];
  publicAnnotations: Project['publicAnnotations'];
  publicReplies: Project['publicReplies'];
}

const TEXTS = projectTexts(`id, organization_id AS "organizationId", public_feedback AS "publicFeedback",
  allowed_origins AS "allowedOrigins", public_annotations AS "publicAnnotations", public_replies AS "publicReplies"`);

const SELECT = {
  byId: statement('require-project-by-key/by-id', TEXTS.byId, { prepared: true }),
  byKey: statement('require-project-by-key/by-key', TEXTS.byKey, { prepared: true }),
};

/**
 * Project of a public call, by key or id, from the header x-project-key or the body.
 *
 * @throws BAD_USER_INPUT if both are present and differ
 * @throws UNAUTHENTICATED for a missing or unknown key
 * @throws FORBIDDEN if public feedback is disabled or the origin is not allowed
 */
export async function requireProjectByKey(ctx: Context<'pool'>, keyInBody?: string | null): Promise<PublicProject> {
  return requireProjectOfPath(ctx, keyOf(ctx, keyInBody));
}

/** Same as `requireProjectByKey` for a key in the path, where the header has no effect. */
export async function requireProjectOfPath(ctx: Context<'pool'>, key: string): Promise<PublicProject> {
  const project = await findByKeyOrId(ctx.services.pool, SELECT, key);
  if (!project) throw unknownKey();
  assertOpen(ctx, project);
  return project;
}

/** Whether visitors from this origin may read and write feedback. */
export const isOpenTo = (
  ctx: CallContext,
  { publicFeedback, allowedOrigins }: Pick<PublicProject, 'publicFeedback' | 'allowedOrigins'>,
): boolean => publicFeedback && allowsOrigin(ctx, allowedOrigins);

/**
 * Checks that visitors from the request's origin may read and write feedback.
 *
 * @throws FORBIDDEN
 */
export function assertOpen(ctx: CallContext, project: Pick<PublicProject, 'publicFeedback' | 'allowedOrigins'>): void {
  assertPublic(project);
  assertOrigin(ctx, project.allowedOrigins, 'takes no feedback');
}
