import { setTimeout as sleep } from 'node:timers/promises';
import { rssMegabytes, type Scenario } from '../scenario.ts';

/** V8 gives back what a start leaves over once a process has had nothing to do for some seconds. */
const AT_REST_MS = 30_000;

/** What the service takes when it has started and nobody has asked anything. */
export const memory: Scenario = {
  name: 'memory',
  async run({ ours }) {
    const started = rssMegabytes(ours);
    await sleep(AT_REST_MS);
    const note = `after ${AT_REST_MS / 1000} s of rest; right after the start ${started.toFixed(0)} MB`;
    return [{ name: 'idle memory, RSS', ours: rssMegabytes(ours), unit: 'MB', aim: '< 200', note }];
  },
};
