import { rssMegabytes, type Scenario } from '../scenario.ts';

/** What the service takes when it has started and nobody has asked anything. */
export const memory: Scenario = {
  name: 'memory',
  run: async ({ ours }) => [{ name: 'idle memory, RSS', ours: rssMegabytes(ours), unit: 'MB', aim: '< 200' }],
};
