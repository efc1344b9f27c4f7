import { setTimeout as sleep } from 'node:timers/promises';
import { startEmptyService } from '../isolated-service.ts';
import { registerOwner, rssMegabytes, type Scenario } from '../scenario.ts';

/** Time at rest after which V8 has released what a start or a request needed, milliseconds. */
const REST_MS = 60_000;
const AIM = '< 180';

/**
 * Measures the memory of a service at rest: before its first request, and after a registration,
 * which hashes a password in 19 MiB.
 */
export const memory: Scenario = {
  name: 'memory',
  async run(bench) {
    const service = await startEmptyService(bench, {});
    try {
      const started = rssMegabytes(service.ours);
      await sleep(REST_MS);
      const idle = rssMegabytes(service.ours);
      await registerOwner(service.ours);
      const registered = rssMegabytes(service.ours);
      await sleep(REST_MS);
      const used = rssMegabytes(service.ours);
      const rest = `after ${REST_MS / 1000} s of rest; right after the`;
      return [
        result('idle memory without a request, RSS', idle, `${rest} start ${started.toFixed(0)} MB`),
        result('idle memory after a registration, RSS', used, `${rest} request ${registered.toFixed(0)} MB`),
      ];
    } finally {
      await service.stop();
    }
  },
};

const result = (name: string, ours: number, note: string) => ({ name, ours, unit: 'MB', aim: AIM, note });
