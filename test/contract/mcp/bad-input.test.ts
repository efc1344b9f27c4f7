import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATION_TOOLS } from '../../../src/mcp/operations.ts';
import { toolsOf } from '../../../src/mcp/tools.ts';
import { schema } from '../../../src/schema/index.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { TOOL_SAMPLES } from '../support/tool-samples.ts';
import { createWorld, type World } from '../support/world.ts';

const app = useTestApp();
let world: World;
let agent: Client;
let token: string;
beforeAll(async () => {
  world = await createWorld(app);
  ({ token } = await createPersonalToken(app, world.owner));
  agent = await connectAgent(app, token);
});

const tools = [...toolsOf(schema).values(), ...OPERATION_TOOLS];
const argumentsOf = (name: string) => TOOL_SAMPLES[name]?.(world) ?? {};
const properties = tools.flatMap(({ name, inputSchema }) =>
  Object.entries(inputSchema.properties as Record<string, { type?: string }>).map(([argument, { type }]) => ({
    name,
    argument,
    wrong: type === 'object' ? 'text' : { wrong: true },
  })),
);
const required = tools.flatMap(({ name, inputSchema }) =>
  ((inputSchema.required ?? []) as string[]).map((argument) => ({ name, argument })),
);

test.each(properties)('$name: the error of a wrong $argument names it', async ({ name, argument, wrong }) => {
  const { isError, text } = await callTool(agent, name, { ...argumentsOf(name), [argument]: wrong });
  expect([isError, text]).toEqual([true, expect.stringMatching(new RegExp(`(^|; )${argument}(\\.\\w+)?: `))]);
});

test.each(required)('$name: the error of a missing $argument names it', async ({ name, argument }) => {
  const { [argument]: _, ...others } = argumentsOf(name);
  const { isError, text } = await callTool(agent, name, others);
  expect([isError, text]).toEqual([true, expect.stringContaining(`${argument}: `)]);
});

test.each(tools)('$name: the error of an unknown argument lists the known ones', async ({ name, inputSchema }) => {
  const { isError, text } = await callTool(agent, name, { ...argumentsOf(name), page: 2 });
  const known = Object.keys(inputSchema.properties as object).join(', ') || 'no arguments';
  expect([isError, text]).toEqual([true, `page: is unknown; expected ${known}`]);
});

test.each([
  ['find_work', { first: 51 }, 'first: must be 1–50'],
  ['find_work', { statuses: ['done'] }, 'statuses.0: must be one of open, in_progress, resolved'],
  ['find_work', { after: 'nothing' }, 'after: '],
  ['get_comment', { sections: ['all'] }, 'sections: must be a list of thread, element, '],
  ['see', { which: 'then' }, 'which: must be one of reported, last_seen, now, proof'],
  ['see_page', { from: -1 }, 'from: must be a whole number from 0'],
  ['guards_for', { url: 'cart' }, 'url: '],
  ['check_fix', { waitSeconds: 46 }, 'waitSeconds: must be 0–45, a whole number of seconds'],
  ['check_fix', { waitSeconds: 0.5 }, 'waitSeconds: must be 0–45, a whole number of seconds'],
  [
    'call_operation',
    { name: 'deleteProject' },
    'name: is not the name of an operation that agents may call; find one with',
  ],
  ['call_operation', { arguments: { projectID: 1 } }, 'arguments.projectId: is required'],
])('%s with %o', async (name, wrong, message) => {
  const { isError, text } = await callTool(agent, name, { ...argumentsOf(name), ...wrong });
  expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
});

test('null counts as omitted', async () => {
  for (const { name, argument } of properties) {
    const isRequired = required.some((each) => each.name === name && each.argument === argument);
    // The sample of rebind has no candidate instead.
    if (isRequired || name === 'call_operation' || (name === 'rebind' && argument === 'fingerprint')) continue;
    // Without the handle it would begin another check, and wait.
    const args = {
      ...argumentsOf(name),
      ...(name === 'check_fix' && argument !== 'waitSeconds' && { waitSeconds: 0 }),
    };
    if (name === 'check_fix' && ['snapshotId', 'waitSeconds'].includes(argument)) continue;
    const { text } = await callTool(agent, name, { ...args, [argument]: null });
    expect([name, argument, text]).toEqual([name, argument, expect.not.stringContaining(`${argument}: `)]);
  }
});

describe('the protocol', () => {
  const post = (body: unknown, headers = {}) =>
    rest(app, 'POST', '/mcp', { token, headers: { accept: 'application/json, text/event-stream', ...headers }, body });

  test('rejects a body that is not JSON, and one that is too large', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await post('{', json)).body.message).toBe('The body is not valid JSON');
    expect((await post(JSON.stringify('x'.repeat(1_100_000)), json)).status).toBe(413);
  });

  test('rejects other JSON', async () => {
    for (const body of [{}, { jsonrpc: '2.0' }, [], 'text', { jsonrpc: '1.0', id: 1, method: 'tools/list' }]) {
      expect([body, (await post(JSON.stringify(body), { 'content-type': 'application/json' })).status]).toEqual([
        body,
        400,
      ]);
    }
  });

  test('rejects batches, which would count as one call', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const { status, body } = await post([ping, ping]);
    expect([status, body.message]).toEqual([
      400,
      'Batches are not supported; expected one message, send one per request',
    ]);
  });

  test.each([
    [406, { accept: 'text/html' }],
    [415, { 'content-type': 'text/plain' }],
  ])('rejects with %i the headers %o', async (status, headers) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect((await post(body, { 'content-type': 'application/json', ...headers })).status).toBe(status);
  });

  test('names the tools if there is none with the name', async () => {
    await expect(callTool(agent, 'delete_everything')).rejects.toThrow(
      'There is no tool with this name; expected whoami, ',
    );
  });
});
