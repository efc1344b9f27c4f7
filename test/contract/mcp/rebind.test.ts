import { expect, test } from 'vitest';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { createAnnotation, createProject, registerUser } from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();

test('an agent attaches a pin to a candidate of the list, whose fingerprint is complete', async () => {
  const owner = await registerUser(app);
  const { id: projectId } = await createProject(app, owner);
  const { id } = await createAnnotation(app, owner, projectId);
  const fingerprint = {
    selector: `main > ${'div > '.repeat(80)}b`,
    xpath: `/html/body${'/div[1]'.repeat(300)}`.slice(0, 2_048),
    text: 't'.repeat(300),
    picturePage: 'https://evil.example/1.webp',
  };
  const candidate = { confidence: 0.5, fingerprint, box: { x: 1, y: 2, width: 3, height: 4 } };
  await app.services.db.annotation.update({
    where: { id },
    data: { anchorState: 'moved', anchorCandidates: [candidate, candidate, candidate] },
  });
  const agent = await connectAgent(app, (await createPersonalToken(app, owner)).token);
  const { answer } = await callTool(agent, 'list_orphans', { projectId });
  const [{ anchor }] = answer.annotations.nodes;
  expect(anchor.candidates).toHaveLength(3);
  const { isError } = await callTool(agent, 'rebind', { id, fingerprint: anchor.candidates[0].untrustedFingerprint });
  const { domFingerprint, anchorState } = await app.services.db.annotation.findUniqueOrThrow({ where: { id } });
  expect([isError, anchorState, domFingerprint]).toEqual([false, 'rebound', fingerprint]);
});
