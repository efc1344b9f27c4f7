import pg from 'pg';
import { createTokenGrants } from '../../src/resolvers/core/access-tokens/token-grants.ts';
import { type Load, measureAlternating } from '../load.ts';
import { annotation, bearer, makeProject, post, type Scenario } from '../scenario.ts';

const SAMPLES = 400;
const CLIENT = { ip: '192.0.2.1', userAgent: 'bench' };

/**
 * Measures a list with an access token against the same list with the token of a session, and the
 * check of an access token alone against that list: as requests pay for it, with the cache, and
 * uncached, as one request in five seconds pays for it.
 */
export const tokens: Scenario = {
  name: 'tokens',
  async run(bench) {
    const { id } = await makeProject(bench, 'tokens');
    for (let number = 0; number < 100; number += 1) {
      await post(bench, '/annotations', annotation(id, `Number ${number}`));
    }
    const body = { name: 'Bench', preset: 'read', allProjects: true };
    const { token } = await post<{ token: string }>(bench, '/auth/access-tokens', body);
    const url = `${bench.ours.url}/annotations/project/${id}`;
    const list = (credential: string): Load => ({ url, headers: bearer(credential) });
    const lists = await measureAlternating(list(token), list(bench.token), bench.seconds);

    const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 1 });
    const create = () => createTokenGrants({ pool, runInBackground: () => undefined });
    const cached = create();
    const read = async () => void (await (await fetch(url, { headers: bearer(token) })).arrayBuffer());
    const [check, uncached, request] = await medians([
      () => cached.verify(token, CLIENT),
      () => create().verify(token, CLIENT),
      read,
    ]);
    await pool.end();
    const share = { peer: request, unit: 'ms' };
    return [
      {
        name: 'list of 100 with an access token',
        ours: lists.ours.requestsPerSecond,
        peer: lists.peer.requestsPerSecond,
        unit: 'requests/s',
        aim: '≥ 0.95',
        note: `bare: with the token of a session; p99 ${lists.ours.p99Ms} ms, bare ${lists.peer.p99Ms} ms`,
      },
      {
        name: 'check of an access token',
        ours: check,
        ...share,
        aim: '≤ 0.05',
        note: 'bare: the list, one request at a time',
      },
      { name: '… not cached', ours: uncached, ...share, aim: '–', note: 'once in five seconds, token and process' },
    ];
  },
};

/** Runs the works in turn; returns the median duration of each, ms. */
async function medians(works: (() => Promise<unknown>)[]): Promise<[number, number, number]> {
  const times = works.map((): number[] => []);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      await work();
      times[index]?.push(performance.now() - start);
    }
  }
  const median = (all: number[] = []) => all.sort((a, b) => a - b)[SAMPLES / 2] ?? 0;
  return [median(times[0]), median(times[1]), median(times[2])];
}
