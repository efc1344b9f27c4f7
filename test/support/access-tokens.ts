import { newId } from '../../src/infrastructure/database/ids.ts';
import { hashAccessToken, newAppToken } from '../../src/infrastructure/secrets/access-token-format.ts';
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
  return { id, token: secretBox.open(token ?? '', id) };
}

/** Connects an app without its consent; by default with all actions and projects, for the API. */
export async function connectTestApp(
  app: TestApp,
  user: Pick<TestUser, 'id'>,
  given: Partial<NewToken> & { resource?: 'graphql' | 'mcp' } = {},
): Promise<{ id: string; token: string }> {
  const { resource = 'graphql', ...grant } = given;
  const client = { id: `client-${newId()}`, redirectHost: '127.0.0.1:4999' };
  const { id } = await createPersonalToken(app, user, { name: 'Agent', client, ...grant });
  const token = newAppToken();
  await app.services.pool.query(
    `INSERT INTO oauth_artifacts (model, id_hash, grant_id, audience, scope, payload, expires_at)
     SELECT 'AccessToken', $1, id, $2, array_to_string(actions, ' '), 'not read', expires_at FROM access_tokens WHERE id = $3`,
    [hashAccessToken(token), `${app.url}/${resource}`, id],
  );
  return { id, token };
}

/** Revokes a token without the API. */
export async function revokeToken({ services: { pool } }: TestApp, id: string): Promise<void> {
  await pool.query(REVOKE, [id]);
}
