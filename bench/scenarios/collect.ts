import { type Load, measureAlternating } from '../load.ts';
import { startNode } from '../processes.ts';
import type { Result } from '../report.ts';
import { type Bench, makeProject, type Scenario } from '../scenario.ts';

/** Events per batch. */
const EVENTS = 10;
/** Time until V8 has compiled the request paths of both sides, seconds. */
const WARM_UP_SECONDS = 8;
/** Concurrent visitors of a larger site. */
const MANY_CONNECTIONS = 128;

/** Builds the load of batches as the script sends them, each with a different session. */
export function collectLoad(url: string, projectKey: string): Load {
  const timestamp = Date.now();
  const events = Array.from({ length: EVENTS }, (_none, index) => ({
    type: index % 3 === 0 ? 'click' : 'hover',
    timestamp: timestamp - index * 100,
    elementMetadata: {
      tag: 'button',
      selector: `#products > li:nth-of-type(${index + 1}) > button`,
      xpath: `/html/body/main/ul/li[${index + 1}]/button`,
      text: 'Add to basket',
    },
    position: { x: 312 + index, y: 1480 },
  }));
  const body = {
    projectKey,
    timestamp,
    url: 'https://shop.example/cart',
    userAgent: 'Mozilla/5.0 (X11; Linux x64)',
    sessionId: '[<id>]',
    events,
  };
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    idReplacement: true,
  };
}

/**
 * Measures collecting against a bare server with the same group commit, and against one INSERT per
 * request on a pool of ten.
 */
export const collect: Scenario = {
  name: 'collect',
  async run(bench) {
    const project = await makeProject(bench, 'collect');
    return [
      await compareWithBare(bench, project, { name: 'collect batches of 10', aim: '≥ 0.6', env: { GROUP: '1' } }),
      await compareWithBare(bench, project, { name: '… beside one INSERT per request', aim: '≥ 4', env: {} }),
      await compareWithBare(bench, project, {
        name: `… and with ${MANY_CONNECTIONS} connections`,
        aim: '–',
        env: {},
        connections: MANY_CONNECTIONS,
      }),
    ];
  },
};

async function compareWithBare(
  { ours, databaseUrl, seconds }: Bench,
  project: { id: string; projectKey: string },
  { name, aim, env, connections }: { name: string; aim: string; env: Record<string, string>; connections?: number },
): Promise<Result> {
  const bare = await startNode(['--import', 'tsx', 'bench/bare-collector.ts'], {
    DATABASE_URL: databaseUrl,
    PROJECT_ID: project.id,
    ...env,
  });
  const load = (url: string) => ({ ...collectLoad(url, project.projectKey), ...(connections && { connections }) });
  const measured = await measureAlternating(load(`${ours.url}/v1/collect`), load(bare.url), seconds, WARM_UP_SECONDS);
  await bare.stop();
  return {
    name,
    ours: measured.ours.requestsPerSecond * EVENTS,
    peer: measured.peer.requestsPerSecond * EVENTS,
    unit: 'events/s',
    aim,
    note: `p99 ${measured.ours.p99Ms} ms, bare ${measured.peer.p99Ms} ms`,
  };
}
