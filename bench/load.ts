import autocannon from 'autocannon';

/** Requests of one load test. */
export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Replaces `[<id>]` in the body by a different id per request. */
  idReplacement?: boolean;
  /** Number of connections; {@link CONNECTIONS} by default. */
  connections?: number;
}

/** Result of one load test. */
export interface Measurement {
  requestsPerSecond: number;
  p99Ms: number;
}

const CONNECTIONS = 32;
const ROUNDS = 3;

/**
 * Loads both sides alternately after a warm-up and returns the median round of each, so that a slow
 * moment of the machine affects both.
 */
export async function measureAlternating(
  ours: Load,
  peer: Load,
  seconds: number,
  warmUpSeconds = 2,
): Promise<{ ours: Measurement; peer: Measurement }> {
  await runLoad(ours, warmUpSeconds);
  await runLoad(peer, warmUpSeconds);
  const rounds: { ours: Measurement; peer: Measurement }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await runLoad(ours, seconds), peer: await runLoad(peer, seconds) });
  }
  return { ours: median(rounds.map((r) => r.ours)), peer: median(rounds.map((r) => r.peer)) };
}

async function runLoad(load: Load, seconds: number): Promise<Measurement> {
  const result = await autocannon({ connections: CONNECTIONS, duration: seconds, ...load });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${load.method ?? 'GET'} ${load.url}: ${result.non2xx} responses were not 2xx, ${result.errors} errors`,
    );
  }
  return { requestsPerSecond: result.requests.average, p99Ms: result.latency.p99 };
}

const median = (rounds: Measurement[]): Measurement =>
  rounds.sort((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(rounds.length / 2)] as Measurement;
