import { expect, test } from 'vitest';
import { encodingFor } from '../../src/pages/compressed.ts';
import { baseUrlInput } from '../../src/resolvers/addons/integrations/providers/inputs.ts';
import { secretInput } from '../../src/resolvers/addons/webhooks/webhook-input.ts';
import { isPermitted, RUN_OF } from '../../src/resolvers/core/access-tokens/pipeline-rule.ts';
import { normalizeUrl } from '../../src/resolvers/platform/input/page-url.ts';

// The overlay's code reads a window when it is loaded. Other files of this worker must not see one.
const scope: { window?: typeof globalThis } = globalThis;
scope.window = globalThis;
const { formatLog } = await import('../../clients/overlay/attachments/format-log.ts');
delete scope.window;

/** Text length that takes minutes if a pattern backtracks quadratically, otherwise milliseconds. */
const LONG = 400_000;
/** CPU time, which other processes do not change, microseconds. */
const MAX_CPU_US = 2_000_000;

function matchRef(pattern: string, branch: string): boolean {
  const claims = { project_path: 'acme/shop', project_id: '1', ref_path: `refs/heads/${branch}` };
  const rule = { issuer: 'https://gitlab.com', repository: 'acme/shop', refs: [pattern], pullRequests: false };
  return isPermitted({ provider: 'gitlab', ...rule }, RUN_OF.gitlab(claims));
}

test.each<[string, () => unknown]>([
  ['the path of a page', () => normalizeUrl(`https://a.example/${'/'.repeat(LONG)}a`)],
  ["the address of a tracker's API", () => baseUrlInput.safeParse(`https://a.example/${'/'.repeat(2_020)}a`)],
  ['the secret of a webhook', () => secretInput.safeParse(`whsec_${'='.repeat(LONG)}a`)],
  ['what a browser can unpack', () => encodingFor(`gzip${' '.repeat(LONG)}x`)],
  ['the message of an error on a page', () => formatLog([new Error('a'.repeat(LONG))])],
  ['its stack', () => formatLog([Object.assign(new Error('a'), { stack: 'http://'.repeat(LONG) })])],
  ['the ref of a pipeline', () => matchRef('*a*a*a*ab', 'a'.repeat(400))],
])('a long run of one character takes linear time: %s', (_where, read) => {
  const before = process.cpuUsage();
  read();
  expect(process.cpuUsage(before).user).toBeLessThan(MAX_CPU_US);
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br ; q=0', 'gzip'],
  ['br; q=0.5', 'br'],
  ['identity', null],
  ['br;level=5', null],
  [null, null],
])('Accept-Encoding: %s chooses %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
