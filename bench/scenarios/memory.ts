import { setTimeout as sleep } from 'node:timers/promises';
import { rssMegabytes, type Scenario } from '../scenario.ts';

/** Idle time after which V8 has released the memory of the start, milliseconds. */
const IDLE_MS = 30_000;

/** Measures the memory of a service that has received no requests. */
export const memory: Scenario = {
  name: 'memory',
  async run({ ours }) {
    const started = rssMegabytes(ours);
    await sleep(IDLE_MS);
    const note = `after ${IDLE_MS / 1000} s of rest; right after the start ${started.toFixed(0)} MB`;
    return [{ name: 'idle memory, RSS', ours: rssMegabytes(ours), unit: 'MB', aim: '< 180', note }];
  },
};
