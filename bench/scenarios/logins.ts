import autocannon from 'autocannon';
import type { Load } from '../load.ts';
import { bearer, makeProject, type Scenario } from '../scenario.ts';

const [READERS, INTRUDERS] = [4, 32];

/** What others wait for their answer while guessed passwords come in as fast as they are refused. */
export const logins: Scenario = {
  name: 'logins',
  async run(bench) {
    const { id } = await makeProject(bench, 'quiet');
    const read: Load = { url: `${bench.ours.url}/annotations/project/${id}`, headers: bearer(bench.token) };
    const drive = () => autocannon({ connections: READERS, duration: bench.seconds, ...read });
    await drive();
    const quiet = await drive();
    const flood = autocannon({
      url: `${bench.ours.url}/auth/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // A new address each time, so that no limit of an account ends the flood.
      setupClient: (client) =>
        client.setBody(JSON.stringify({ email: `${Math.random()}@example.com`, password: 'a wrong guess' })),
      connections: INTRUDERS,
      duration: bench.seconds + 1,
    });
    const flooded = await drive();
    const { requests } = await flood;
    if (flooded.non2xx > 0) throw new Error(`${flooded.non2xx} reads were refused during the flood`);
    return [
      {
        name: 'list while logins flood, p99',
        ours: flooded.latency.p99,
        unit: 'ms',
        aim: '–',
        note: `${quiet.latency.p99} ms without; ${requests.average.toFixed(0)} logins/s refused, ${flooded.requests.average.toFixed(0)} reads/s`,
      },
    ];
  },
};
