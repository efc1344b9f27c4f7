import { type Load, measureAlternating } from '../load.ts';
import { startNode } from '../processes.ts';
import type { Result } from '../report.ts';
import { annotation, bearer, makeProject, post, type Scenario } from '../scenario.ts';

/** Measures creating and listing annotations against node:http, pg and JSON with the same SQL. */
export const requests: Scenario = {
  name: 'requests',
  async run(bench) {
    const [read, write] = [await makeProject(bench, 'read'), await makeProject(bench, 'write')];
    for (let number = 0; number < 100; number += 1) {
      await post(bench, '/annotations', annotation(read.id, `Number ${number}`));
    }
    const bare = await startNode(['--import', 'tsx', 'bench/bare-server.ts'], {
      DATABASE_URL: bench.databaseUrl,
      USER_ID: bench.userId,
    });
    const { url } = bench.ours;
    const json = { ...bearer(bench.token), 'content-type': 'application/json' };
    const body = JSON.stringify(annotation(write.id, 'The price is wrong'));
    const creation = { method: 'POST', headers: json, body } as const;
    const list: Load = { url: `${url}/annotations/project/${read.id}`, headers: bearer(bench.token) };
    const query: Load = { url: `${url}/graphql`, method: 'POST', headers: json, body: graphqlList(read.id) };
    const bareList: Load = { url: `${bare.url}/list/${read.id}` };
    const pairs: [string, string, Load, Load][] = [
      ['POST /annotations', '≥ 0.65', { url: `${url}/annotations`, ...creation }, { url: bare.url, ...creation }],
      ['GET list of 100 over REST', '≥ 0.5', list, bareList],
      ["list of 100 over GraphQL, third party's document", '≥ 0.25', query, bareList],
    ];
    const results: Result[] = [];
    for (const [name, aim, load, peer] of pairs) {
      const measured = await measureAlternating(load, peer, bench.seconds);
      results.push({
        name,
        ours: measured.ours.requestsPerSecond,
        peer: measured.peer.requestsPerSecond,
        unit: 'requests/s',
        aim,
        note: `p99 ${measured.ours.p99Ms} ms, bare ${measured.peer.p99Ms} ms`,
      });
    }
    await bare.stop();
    return results;
  },
};

/** Builds a query of the members that REST returns. */
export function graphqlList(projectId: string, first = 100): string {
  const members = `id number projectId content url position_x position_y metadata domFingerprint status assigneeId
    author { id name email } source environmentId anchor { state confidence checkedAt } screenshotUrl commentCount
    createdAt updatedAt resolvedAt`;
  const query = `query ($id: ID!, $first: Int) { annotations(projectId: $id, first: $first) { nodes { ${members} } pageInfo { hasNextPage endCursor } } }`;
  return JSON.stringify({ query, variables: { id: projectId, first } });
}
