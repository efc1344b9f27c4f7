import { insertToken, type NewToken, REVOKE } from '../../src/resolvers/core/access-tokens/access-token.ts';
import { TOKEN_ACTIONS } from '../../src/resolvers/platform/policies/token-actions.ts';
import type { TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Creates a personal token without the API; by default with all actions and projects. */
export async function createPersonalToken(
  { services: { pool, secretBox } }: TestApp,
  user: Pick<TestUser, 'id'>,
  given: Partial<NewToken> = {},
): Promise<{ id: string; token: string }> {
  const { id, token } = await insertToken(pool, secretBox, {
    userId: user.id,
    createdById: user.id,
    name: 'Script',
    actions: TOKEN_ACTIONS,
    allProjects: true,
    projectIds: [],
    tokenGeneration: 0,
    expiresAt: new Date(Date.now() + 600_000),
    ...given,
  });
  return { id, token: secretBox.open(token, id) };
}

/** Revokes a token without the API. */
export async function revokeToken({ services: { pool } }: TestApp, id: string): Promise<void> {
  await pool.query(REVOKE, [id]);
}
