import type { Scenario } from '../scenario.ts';
import { firstAttemptDelay, oneDeadReceiver } from './webhook-latency.ts';
import { throughput } from './webhook-throughput.ts';

/** How many deliveries, how soon, and whether a dead receiver delays the others. */
export const webhooks: Scenario = {
  name: 'webhooks',
  async run(bench) {
    return [
      await throughput(bench, 'PostgreSQL', '≥ 0.15'),
      await throughput(bench, 'Redis', '≥ 0.3'),
      await firstAttemptDelay(bench),
      await oneDeadReceiver(bench),
    ];
  },
};
