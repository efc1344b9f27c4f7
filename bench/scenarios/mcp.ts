import { measureAlternating } from '../load.ts';
import { annotation, bearer, makeProject, post, type Scenario } from '../scenario.ts';

const REVISION = '2026-07-28';
/** Items of a page. */
const FIRST = 25;

/** Measures find_work over MCP against the same page of the list over REST, with one token. */
export const mcp: Scenario = {
  name: 'mcp',
  async run(bench) {
    const { id: projectId } = await makeProject(bench, 'mcp');
    for (let number = 0; number < 100; number += 1) {
      await post(bench, '/annotations', annotation(projectId, `Number ${number}`));
    }
    const body = { name: 'Bench', preset: 'read', allProjects: true };
    const { token } = await post<{ token: string }>(bench, '/auth/access-tokens', body);
    const lists = await measureAlternating(
      findWork(bench.ours.url, token, projectId),
      {
        url: `${bench.ours.url}/annotations/project/${projectId}?limit=${FIRST}&orderBy=priority`,
        headers: bearer(token),
      },
      bench.seconds,
    );
    return [
      {
        name: 'find_work of 25 over MCP',
        ours: lists.ours.requestsPerSecond,
        peer: lists.peer.requestsPerSecond,
        unit: 'requests/s',
        aim: '≥ 0.7',
        note: `bare: 25 of the list over REST; p99 ${lists.ours.p99Ms} ms, bare ${lists.peer.p99Ms} ms`,
      },
    ];
  },
};

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
