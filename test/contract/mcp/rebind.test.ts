import { expect, test } from 'vitest';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { createAnnotation, createProject, registerUser } from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();

const fingerprintOf = (text: string) => ({
  selector: `main > ${'div > '.repeat(80)}b`,
  xpath: `/html/body${'/div[1]'.repeat(300)}`.slice(0, 2_048),
  text: text.repeat(300),
  picturePage: 'https://evil.example/1.webp',
});

/** A comment whose element may be one of three, and an agent. */
async function createMoved() {
  const owner = await registerUser(app);
  const { id: projectId } = await createProject(app, owner);
  const { id } = await createAnnotation(app, owner, projectId);
  const candidatesOf = (texts: string) =>
    [...texts].map((text) => ({
      confidence: 0.5,
      fingerprint: fingerprintOf(text),
      box: { x: 1, y: 2, width: 3, height: 4 },
    }));
  const show = (texts: string) =>
    app.services.db.annotation.update({
      where: { id },
      data: { anchorState: 'moved', anchorCandidates: candidatesOf(texts) },
    });
  await show('abc');
  const agent = await connectAgent(app, (await createPersonalToken(app, owner)).token);
  const { answer } = await callTool(agent, 'list_orphans', { projectId });
  const [{ anchor }] = answer.annotations.nodes;
  expect(anchor.candidates).toHaveLength(3);
  const read = async () => {
    const { domFingerprint, anchorState } = await app.services.db.annotation.findUniqueOrThrow({ where: { id } });
    return [anchorState, domFingerprint];
  };
  return { id, agent, candidates: anchor.candidates, show, read };
}

test('an agent attaches a pin to a candidate of the list, whose fingerprint is complete', async () => {
  const { id, agent, candidates, read } = await createMoved();
  const { isError } = await callTool(agent, 'rebind', { id, fingerprint: candidates[0].untrustedFingerprint });
  expect([isError, ...(await read())]).toEqual([false, 'rebound', fingerprintOf('a')]);
});

test('an agent names the candidate that it was shown, whatever the order is now', async () => {
  const { id, agent, candidates, show, read } = await createMoved();
  await show('cb');
  const { isError } = await callTool(agent, 'rebind', { id, candidateId: candidates[1].id });
  expect([isError, ...(await read())]).toEqual([false, 'rebound', fingerprintOf('b')]);
});

test.each([
  ['that the comment does not have any more', (ids: string[]) => ({ candidateId: ids[0] }), 'has no candidate with'],
  ['that is none', () => ({ candidateId: '1' }), 'has no candidate with'],
  [
    'beside a fingerprint',
    (ids: string[]) => ({ candidateId: ids[2], fingerprint: { selector: '#a' } }),
    'candidateId: must not be sent with domFingerprint',
  ],
  ['that is missing', () => ({}), 'fingerprint: is required without candidateId'],
])('a candidate %s changes nothing', async (_what, argumentsOf, message) => {
  const { id, agent, candidates, show, read } = await createMoved();
  await show('cb');
  const before = await read();
  const ids = candidates.map((each: { id: string }) => each.id);
  const { isError, text } = await callTool(agent, 'rebind', { id, ...argumentsOf(ids) });
  expect([isError, text, await read()]).toEqual([true, expect.stringContaining(message), before]);
});
