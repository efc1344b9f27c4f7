import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { rest } from '../../test/support/client.ts';
import {
  checkOutShop,
  fixWish,
  type ScriptedAgent,
  startScriptedAgent,
  WISH,
} from '../../test/support/scripted-agent.ts';
import { startEmptyService } from '../isolated-service.ts';
import { type Load, measureAlternating } from '../load.ts';
import { median } from '../numbers.ts';
import type { Result } from '../report.ts';
import { annotation, type Bench, bearer, makeProject, post, type Scenario } from '../scenario.ts';

const REVISION = '2026-07-28';
/** Items of a page. */
const FIRST = 25;
/** Agents that call at the same time. */
const CLIENTS = 100;
const PIN_SECONDS = 60;

/** Measures tools over MCP: their rate against REST with one token, and the sizes of answers. */
export const mcp: Scenario = {
  name: 'mcp',
  run: async (bench) => [...(await measureRates(bench)), ...(await measureDemo(bench))],
};

async function measureRates(bench: Bench): Promise<Result[]> {
  const { id: projectId } = await makeProject(bench, 'mcp');
  for (let number = 0; number < 100; number += 1) {
    await post(bench, '/annotations', annotation(projectId, `Number ${number}`));
  }
  const body = { name: 'Bench', preset: 'read', allProjects: true };
  const { token } = await post<{ token: string }>(bench, '/auth/access-tokens', body);
  const ours = findWork(bench.ours.url, token, projectId);
  const peer = {
    url: `${bench.ours.url}/annotations/project/${projectId}?limit=${FIRST}&orderBy=priority`,
    headers: bearer(token),
  };
  const compare = async (connections: number | undefined, name: string): Promise<Result> => {
    const at = (load: Load): Load => ({ ...load, ...(connections !== undefined && { connections }) });
    const lists = await measureAlternating(at(ours), at(peer), bench.seconds);
    return {
      name,
      ours: lists.ours.requestsPerSecond,
      peer: lists.peer.requestsPerSecond,
      unit: 'requests/s',
      aim: '≥ 0.7',
      note: `bare: 25 of the list over REST; p99 ${lists.ours.p99Ms} ms, bare ${lists.peer.p99Ms} ms`,
    };
  };
  const response = await fetch(ours.url, { method: 'POST', headers: ours.headers, body: ours.body });
  const { result } = (await response.json()) as { result: { content: [{ text: string }] } };
  return [
    await compare(undefined, 'find_work of 25 over MCP'),
    await compare(CLIENTS, `… by ${CLIENTS} clients at once`),
    size(`find_work of ${FIRST}`, [result.content[0].text.length], 8),
  ];
}

/** Reads the demo as an agent does, and fixes a comment in its shop. */
async function measureDemo(bench: Bench): Promise<Result[]> {
  const service = await startEmptyService(bench, { NODE_ENV: 'development' });
  const folder = await mkdtemp(join(tmpdir(), 'pinbound-bench-shop-'));
  const shop = await checkOutShop(service.ours, folder);
  try {
    const body = { name: 'Bench', preset: 'fix', allProjects: true };
    const made = await rest(service.ours, 'POST', '/auth/access-tokens', { token: shop.token, body });
    const agent = () => startScriptedAgent(service.ours, made.body.token);
    const id = await shop.comment(WISH.content, WISH.selector, WISH.text);
    for (let second = 0; (await shop.pinsOf(id)).length === 0; second += 1) {
      if (second > PIN_SECONDS) throw new Error('the comment in the shop was not captured');
      await wait(1_000);
    }
    const comments = await readComments(await agent(), shop.projectId);
    const fixing = await agent();
    await fixWish(fixing, shop);
    return [
      size('get_comment, median of the demo', comments, 6),
      { name: 'loop of a scripted agent', ours: fixing.read.calls, unit: 'calls', aim: '≤ 12' },
      { ...size('… reads, pictures included', [fixing.read.bytes], 60), note: '' },
    ];
  } finally {
    shop.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sizes of all comments of a project, characters. */
async function readComments({ call }: ScriptedAgent, projectId: string): Promise<number[]> {
  const statuses = ['open', 'in_progress', 'resolved'];
  const { answer } = await call('find_work', { projectId, statuses, first: 50 });
  const sizes: number[] = [];
  for (const { id } of answer.annotations.nodes) sizes.push((await call('get_comment', { id })).text.length);
  return sizes;
}

const size = (name: string, characters: readonly number[], maxKb: number): Result => ({
  name,
  ours: median(characters) / 1_000,
  unit: 'KB',
  aim: `≤ ${maxKb}`,
  note: characters.length > 1 ? `${characters.length} comments, the longest ${Math.max(...characters) / 1_000} KB` : '',
});

/** Request of a tool in the current revision, whose headers repeat the body. */
function findWork(url: string, token: string, projectId: string) {
  const prefix = 'io.modelcontextprotocol';
  const meta = {
    [`${prefix}/protocolVersion`]: REVISION,
    [`${prefix}/clientInfo`]: { name: 'bench', version: '1.0.0' },
    [`${prefix}/clientCapabilities`]: {},
  };
  const params = { name: 'find_work', arguments: { projectId, first: FIRST }, _meta: meta };
  return {
    url: `${url}/mcp`,
    method: 'POST' as const,
    headers: {
      ...bearer(token),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': params.name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
