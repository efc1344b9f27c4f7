import type { Scenario } from '../scenario.ts';
import { deadReceiverImpact, firstAttemptDelay } from './webhook-latency.ts';
import { throughput } from './webhook-throughput.ts';

/** Measures throughput and delay of webhooks, and the effect of a dead receiver on others. */
export const webhooks: Scenario = {
  name: 'webhooks',
  async run(bench) {
    return [
      await throughput(bench, 'PostgreSQL', '≥ 0.15'),
      await throughput(bench, 'Redis', '≥ 0.3'),
      await firstAttemptDelay(bench),
      await deadReceiverImpact(bench),
    ];
  },
};
