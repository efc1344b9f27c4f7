import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';
import { originInput } from '../../platform/input/fields.ts';
import { countAgainst } from '../../platform/quotas/call-limits.ts';
import { type ProjectAccess, requireProject } from '../projects/require-project.ts';

/** Project and origin that a session of the panel is bound to. */
export const panelSite = z.object({ projectId: z.uuid('must be a UUID'), origin: originInput });

/** SHA-256 of the verifier, base64url, as in RFC 7636. */
export const challengeInput = z.string().regex(/^[\w-]{43}$/, 'must be the SHA-256 of the verifier, base64url');
export const verifierInput = z.string().regex(/^[\w-]{43,128}$/, 'must have 43–128 characters of base64url');

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const TYPED_LENGTH = 8;

/** Creates a code that a person types, such as `K7QX-2MDP`. */
export function newTypedCode(): string {
  const digits = Array.from({ length: TYPED_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** Returns a typed code in the form in which it was shown, and any other code as it is. */
export function normalizeCode(code: string): string {
  const typed = code.replace(/[\s-]/g, '').toUpperCase();
  return typed.length === TYPED_LENGTH ? `${typed.slice(0, 4)}-${typed.slice(4)}` : code;
}

/**
 * Counts against the limit of logins.
 *
 * @throws RATE_LIMITED
 */
export async function countPanelLogin(ctx: Context<'config' | 'rateLimitStore'>): Promise<void> {
  const limit = ctx.services.config.rateLimits.auth;
  if (limit === 0) return;
  await countAgainst(ctx, `panel:${networkOf(ctx.ip)}`, { what: 'calls', limit, windowMs: MINUTE_MS });
}

/**
 * Checks that the user may open the panel of a project on pages of an origin.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function requirePanelSite(
  ctx: Context<'pool'>,
  { projectId, origin }: z.infer<typeof panelSite>,
): Promise<ProjectAccess> {
  const project = await requireProject(ctx, projectId, 'annotation.read', { field: 'projectId' });
  if (project.panelOrigins.includes(origin)) return project;
  throw new AppError(
    'FORBIDDEN',
    `origin: ${origin} may not show the panel of this project; an admin lists it in the project's settings (panelOrigins)`,
  );
}
