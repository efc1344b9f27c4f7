import { expect, test } from 'vitest';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser } from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const LIMIT = 20;
const app = useTestApp({ env: { RATE_LIMIT_USER: `${LIMIT}` } });

test('an error while it waits leaves the handle, so that the next call does not start again', async () => {
  const owner = await registerUser(app);
  const { id: projectId } = await createProject(app, owner);
  const body = { projectId, name: 'Production', url: 'https://shop.example/', kind: 'production' };
  const { body: environment } = await rest(app, 'POST', '/environments', { token: owner.token, body });
  const { id } = await createAnnotation(app, owner, projectId, { url: 'https://shop.example/' });
  const { token } = await createPersonalToken(app, owner);
  const agent = await connectAgent(app, token);
  const remaining = async () =>
    Number((await rest(app, 'GET', '/organizations', { token })).headers.get('ratelimit-remaining'));
  // The start of the check is the last call within the limit.
  while ((await remaining()) > 1);
  const { isError, answer } = await callTool(agent, 'check_fix', { id, environmentId: environment.id, waitSeconds: 0 });
  const [snapshot] = await app.services.db.snapshot.findMany({ where: { projectId } });
  expect([isError, answer]).toEqual([
    false,
    { snapshotId: snapshot?.id, state: 'running', omitted: [expect.stringContaining('retry in')] },
  ]);
  expect(await app.services.db.snapshot.count({ where: { projectId } })).toBe(1);
});
