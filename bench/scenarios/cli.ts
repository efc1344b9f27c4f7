import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../numbers.ts';
import { post, type Scenario } from '../scenario.ts';

const execute = promisify(execFile);
const ROUNDS = 15;

/** Measures a cold `pinbound comments` beside a start of Node.js that does nothing. */
export const cli: Scenario = {
  name: 'cli',
  async run(bench) {
    const { ours, token, organizationId } = bench;
    const project = await post<{ id: string }>(bench, '/projects', { organizationId, name: 'Cli', slug: 'cli' });
    const annotation = { projectId: project.id, content: 'Make it red', url: 'https://shop.example/' };
    for (let count = 0; count < 25; count++) await post(bench, '/annotations', annotation);
    const env = { PATH: process.env.PATH, PINBOUND_URL: ours.url, PINBOUND_TOKEN: token, PINBOUND_PROJECT: project.id };
    const list: number[] = [];
    const empty: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const [listMs, emptyMs] = [
        await timed([resolve('dist/clients/cli/pinbound.mjs'), 'comments'], env),
        await timed(['-e', '0'], env),
      ];
      // The first round warms the file cache and the service.
      if (round > 0) {
        list.push(listMs);
        empty.push(emptyMs);
      }
    }
    const result = { name: 'pinbound comments, cold', ours: median(list), peer: median(empty), unit: 'ms' };
    return [{ ...result, aim: '≤ 150 ms more', note: `${(median(list) - median(empty)).toFixed(0)} ms more` }];
  },
};

async function timed(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const from = performance.now();
  await execute(process.execPath, args, { env });
  return performance.now() - from;
}
