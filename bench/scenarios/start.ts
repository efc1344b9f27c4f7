import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startNode } from '../processes.ts';
import type { Result } from '../report.ts';
import type { Scenario } from '../scenario.ts';

/** Measures the start to ready with the embedded PostgreSQL, which the first start initializes. */
export const start: Scenario = {
  name: 'start',
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'pinbound-bench-start-'));
    const results: Result[] = [];
    for (const [name, aim] of [
      ['first start', '–'],
      ['second start', '< 5'],
    ] as const) {
      const server = await startNode([resolve('dist/server.js')], { DATA_DIR: directory });
      results.push({ name, ours: server.startMs / 1000, unit: 's', aim });
      await server.stop();
    }
    await rm(directory, { recursive: true, force: true });
    return results;
  },
};
