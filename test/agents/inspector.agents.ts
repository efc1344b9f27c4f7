import { beforeAll, describe, expect, test } from 'vitest';
import { TOOL_SAMPLES } from '../contract/support/tool-samples.ts';
import { createPersonalToken } from '../support/access-tokens.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import { runProgram } from '../support/run-program.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { INSPECTOR, node24 } from './support/programs.ts';

const app = useTestApp();
let token: string;
let projectId: string;
beforeAll(async () => {
  const owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
  await createAnnotation(app, owner, projectId, { content: 'Make it red' });
  ({ token } = await createPersonalToken(app, owner));
});

/** Runs the command line of the inspector. */
const inspect = (era: string, ...args: string[]) =>
  runProgram(node24(), [
    INSPECTOR,
    `${app.url}/mcp`,
    ...['--transport', 'http', '--protocol-era', era, '--header', `Authorization: Bearer ${token}`],
    ...args,
  ]);

describe.each(['legacy', 'modern'])('in the %s revision, the inspector', (era) => {
  test('lists all tools, without a problem of their schemas', async () => {
    const { code, out, err } = await inspect(era, '--method', 'tools/list', '--strict');
    // The result of call_operation may have any type.
    expect([code, err]).toEqual([0, expect.stringContaining('0 errors, 1 warning across 1 tool')]);
    const { tools } = JSON.parse(out) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(TOOL_SAMPLES).sort());
  });

  test('calls a tool', async () => {
    const args = ['--method', 'tools/call', '--tool-name', 'find_work', '--tool-arg', `projectId=${projectId}`];
    const { code, out } = await inspect(era, ...args);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      structuredContent: { annotations: { nodes: [{ untrustedText: 'Make it red' }] } },
    });
  });
});
