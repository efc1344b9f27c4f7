import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPersonalToken } from '../support/access-tokens.ts';
import { registerUser } from '../support/factories.ts';
import { runProgram } from '../support/run-program.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { CONFORMANCE, node24 } from './support/programs.ts';
import { startTokenProxy, type TokenProxy } from './support/token-proxy.ts';

const BASELINE = 'test/agents/conformance-baseline.yml';

const app = useTestApp();
let proxy: TokenProxy;
beforeAll(async () => {
  const { token } = await createPersonalToken(app, await registerUser(app));
  proxy = await startTokenProxy(app.url, token);
});
afterAll(() => proxy?.close());

test('every scenario of the protocol passes that the baseline does not name', async () => {
  const args = ['server', '--url', `${proxy.url}/mcp`, '--suite', 'all', '--expected-failures', BASELINE];
  const { code, out, err } = await runProgram(node24(), [CONFORMANCE, ...args]);
  expect(code === 0 ? '' : `${out}\n${err}`).toBe('');
});

test('the metadata of the authorization server conforms', async () => {
  const args = ['authorization', '--url', app.url, '--scenario', 'authorization-server-metadata-endpoint'];
  const { code, out, err } = await runProgram(node24(), [CONFORMANCE, ...args]);
  expect(code === 0 ? '' : `${out}\n${err}`).toBe('');
});

test('the baseline has a reason for each scenario', () => {
  const lines = readFileSync(BASELINE, 'utf8').trim().split('\n');
  const entries = lines.filter((line) => line.startsWith('  - '));
  expect(entries.filter((line) => !/^ {2}- [\w:-]+ # \S.{10,}$/.test(line))).toEqual([]);
  expect(entries.length).toBeGreaterThan(0);
});
