import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { findLogin } from '../auth/find-login.ts';
import { hashToken, newSecretToken } from '../auth/secret-token.ts';
import { challengeInput, countPanelLogin, newTypedCode, panelSite, requirePanelSite } from './panel-input.ts';

/** Validity of a code that is passed from window to window, and of one that is typed; seconds. */
const PASSED_SECONDS = 60;
const TYPED_SECONDS = 300;

/** A code that opens a session of the panel, once. */
export interface PanelCode {
  code: string;
  /** Seconds. */
  expiresIn: number;
}

const input = panelSite.extend({ challenge: challengeInput, isTyped: z.boolean().optional() });

const INSERT = statement(
  'create-panel-code/insert',
  `INSERT INTO panel_sessions (id, user_id, login_id, project_id, origin, code_hash, challenge, expires_at)
  VALUES ($id, $userId, $loginId, $projectId, $origin, $hash, $challenge, now() + $expiresIn * interval '1 second')`,
);

/**
 * Creates a code for the panel of a project on pages of an origin. Only the panel that has the
 * verifier of `challenge` can redeem it.
 *
 * @param refreshToken of the dashboard's session; it is not exchanged
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, RATE_LIMITED
 */
export async function createPanelCode(
  ctx: Context<'config' | 'pool' | 'rateLimitStore'>,
  args: unknown,
  refreshToken: string | undefined,
): Promise<PanelCode> {
  await countPanelLogin(ctx);
  const { challenge, isTyped, ...site } = parseInput(input, args);
  const { id: loginId, ...user } = await findLogin(ctx, refreshToken);
  const expiresIn = isTyped ? TYPED_SECONDS : PASSED_SECONDS;
  const code = isTyped ? newTypedCode() : newSecretToken();
  await requirePanelSite({ ...ctx, actor: { kind: 'user', ...user, expiresAt: Date.now() } }, site);
  await INSERT.run(ctx.services.pool, {
    id: newId(),
    userId: user.userId,
    loginId,
    projectId: site.projectId,
    origin: site.origin,
    hash: hashToken(code),
    challenge,
    expiresIn,
  });
  return { code, expiresIn };
}
