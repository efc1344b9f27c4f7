import { type Load, measureAlternating } from '../load.ts';
import type { Result } from '../report.ts';
import { annotation, bearer, makeProject, post, type Scenario } from '../scenario.ts';
import { graphqlList } from './requests.ts';

/**
 * Compares a third party's GraphQL document, which is interpreted, with the compiled one of REST.
 */
export const documents: Scenario = {
  name: 'documents',
  async run(bench) {
    const { id } = await makeProject(bench, 'documents');
    for (let number = 0; number < 100; number += 1)
      await post(bench, '/annotations', annotation(id, `Number ${number}`));
    const { url } = bench.ours;
    const results: Result[] = [];
    for (const [size, aim] of [
      [100, '–'],
      [10, '–'],
    ] as const) {
      const query: Load = {
        url: `${url}/graphql`,
        method: 'POST',
        headers: { ...bearer(bench.token), 'content-type': 'application/json' },
        body: graphqlList(id, size),
      };
      const list: Load = { url: `${url}/annotations/project/${id}?limit=${size}`, headers: bearer(bench.token) };
      const { ours, peer } = await measureAlternating(query, list, bench.seconds);
      results.push({
        name: `list of ${size}, third party's document`,
        ours: ours.requestsPerSecond,
        peer: peer.requestsPerSecond,
        unit: 'requests/s',
        aim,
        note: `instead of bare: REST. p99 ${ours.p99Ms} ms, REST ${peer.p99Ms} ms`,
      });
    }
    return results;
  },
};
