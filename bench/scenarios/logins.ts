import autocannon from 'autocannon';
import type { Load } from '../load.ts';
import { bearer, makeProject, type Scenario } from '../scenario.ts';

const [READERS, ATTACKERS] = [4, 32];

/** Measures the latency of reads during a flood of logins with guessed passwords. */
export const logins: Scenario = {
  name: 'logins',
  async run(bench) {
    const { id } = await makeProject(bench, 'quiet');
    const read: Load = { url: `${bench.ours.url}/annotations/project/${id}`, headers: bearer(bench.token) };
    const load = () => autocannon({ connections: READERS, duration: bench.seconds, ...read });
    await load();
    const quiet = await load();
    const flood = autocannon({
      url: `${bench.ours.url}/auth/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // A different address each time, so that no account's rate limit ends the flood.
      setupClient: (client) =>
        client.setBody(JSON.stringify({ email: `${Math.random()}@example.com`, password: 'a wrong guess' })),
      connections: ATTACKERS,
      duration: bench.seconds + 1,
    });
    const flooded = await load();
    const { requests } = await flood;
    if (flooded.non2xx > 0) throw new Error(`${flooded.non2xx} reads were rejected during the flood`);
    return [
      {
        name: 'list while logins flood, p99',
        ours: flooded.latency.p99,
        unit: 'ms',
        aim: '–',
        note: `${quiet.latency.p99} ms without; ${requests.average.toFixed(0)} logins/s rejected, ${flooded.requests.average.toFixed(0)} reads/s`,
      },
    ];
  },
};
