import { z } from 'zod';
import { badField, badInput, conflict } from '../../../errors.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { changesBetween } from '../../platform/audit/record-audit.ts';
import { nameInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { TOKEN_ACTIONS, TOKEN_PRESETS, type TokenPreset } from '../../platform/policies/token-actions.ts';
import { projectIdsInput } from '../members/project-access.ts';
import type { AccessToken, TokenRights } from './access-token.ts';

const DEFAULT_LIFETIME_MS = 90 * DAY_MS;

const PRESETS = Object.keys(TOKEN_PRESETS) as [TokenPreset, ...TokenPreset[]];

/** Members of input that choose the rights of a token. */
const rightsInput = {
  preset: z.enum(PRESETS).nullish(),
  actions: z.array(z.string()).max(TOKEN_ACTIONS.length, `must list at most ${TOKEN_ACTIONS.length} actions`).nullish(),
  allProjects: z.boolean().nullish(),
  projectIds: projectIdsInput(LIMITS.tokenProjects),
};

export const newTokenInput = z.object({ name: nameInput, expiresAt: z.date().nullish(), ...rightsInput });
export const changedTokenInput = z.object({ name: nameInput.optional(), ...rightsInput });

type ChangedToken = z.infer<typeof changedTokenInput>;
type RightsInput = Pick<z.infer<typeof newTokenInput>, keyof typeof rightsInput>;

/**
 * Returns the rights that the input chooses.
 *
 * @param current rights that the token keeps where the input names none
 * @throws BAD_USER_INPUT
 */
export function resolveRights(input: RightsInput, current?: TokenRights): TokenRights {
  return { actions: resolveActions(input, current?.actions), ...resolveProjects(input, current) };
}

/**
 * Applies a change to a token.
 *
 * @returns the token after it, its changed members for the audit trail, and the added projects
 * @throws BAD_USER_INPUT
 */
export function changeToken(token: AccessToken, input: ChangedToken) {
  const after = { ...token, name: input.name ?? token.name, ...resolveRights(input, token) };
  return {
    after,
    changes: changesBetween<AccessToken>(token, after, ['name', 'actions', 'allProjects', 'projectIds']),
    added: after.projectIds.filter((project) => !token.projectIds.includes(project)),
  };
}

function resolveActions({ preset, actions }: RightsInput, current: string[] = []): string[] {
  const unknown = actions?.find((action) => !TOKEN_ACTIONS.some((known) => known === action));
  if (unknown !== undefined) {
    throw badField(
      'actions',
      `"${unknown.slice(0, 64)}" is not an access token action; choose from ${TOKEN_ACTIONS.join(', ')}`,
    );
  }
  const chosen = preset || actions ? [...(preset ? TOKEN_PRESETS[preset] : []), ...(actions ?? [])] : current;
  if (chosen.length > 0) return [...new Set(chosen)].sort();
  throw badField('actions', `list at least one action, or choose a preset: ${PRESETS.join(', ')}`);
}

function resolveProjects(
  { allProjects, projectIds }: RightsInput,
  current?: TokenRights,
): Pick<TokenRights, 'allProjects' | 'projectIds'> {
  if (allProjects && projectIds?.length) throw badField('projectIds', 'must be omitted if allProjects is true');
  if (allProjects) return { allProjects: true, projectIds: [] };
  if (allProjects == null && projectIds == null && current) {
    return { allProjects: current.allProjects, projectIds: current.projectIds };
  }
  const listed = projectIds ?? current?.projectIds ?? [];
  if (listed.length > 0) return { allProjects: false, projectIds: [...new Set(listed)].sort() };
  throw badField(
    'projectIds',
    current
      ? 'the last project cannot be removed from an access token; revoke the token instead'
      : 'list at least one project, or set allProjects to true',
  );
}

/**
 * Returns when a new token expires: after 90 days by default.
 *
 * @throws BAD_USER_INPUT for a time in the past or more than a year ahead
 */
export function resolveExpiry(expiresAt: Date | null | undefined, now = new Date()): Date {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + 1);
  const chosen = expiresAt ?? new Date(now.getTime() + DEFAULT_LIFETIME_MS);
  if (chosen <= now) throw badField('expiresAt', 'is in the past; choose a time within the next year');
  if (chosen > latest) {
    throw badField('expiresAt', `must be at most a year ahead, until ${latest.toISOString()}`, 'out_of_range');
  }
  return chosen;
}

/**
 * Checks that another token may be created.
 *
 * @throws CONFLICT
 */
export function assertBelowLimit(active: number, limit: number, whose: string, what = 'access tokens'): void {
  if (active < limit) return;
  throw conflict(`${whose} ${active} active ${what}; the limit is ${limit}. Revoke one first`);
}

/**
 * Checks that a token can still be changed.
 *
 * @throws BAD_USER_INPUT
 */
export function assertActive({ revokedAt, expiresAt }: Pick<AccessToken, 'revokedAt' | 'expiresAt'>): void {
  if (revokedAt) throw badInput('The access token was revoked; create another one');
  if (expiresAt <= new Date()) throw badInput('The access token has expired; create another one');
}
