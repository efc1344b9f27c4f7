import autocannon from 'autocannon';

export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Puts an id of its own into each request, for `[<id>]` in the body. */
  idReplacement?: boolean;
  /** {@link CONNECTIONS} unless told. */
  connections?: number;
}

export interface Measured {
  requestsPerSecond: number;
  p99Ms: number;
}

const CONNECTIONS = 32;
const ROUNDS = 3;

/**
 * Drives both sides in turns, warm-up first, and takes each side's median round, so that a slow moment of the machine
 * hits both alike.
 */
export async function sideBySide(
  ours: Load,
  peer: Load,
  seconds: number,
  warmUpSeconds = 2,
): Promise<{ ours: Measured; peer: Measured }> {
  await drive(ours, warmUpSeconds);
  await drive(peer, warmUpSeconds);
  const rounds: { ours: Measured; peer: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await drive(ours, seconds), peer: await drive(peer, seconds) });
  }
  return { ours: median(rounds.map((r) => r.ours)), peer: median(rounds.map((r) => r.peer)) };
}

async function drive(load: Load, seconds: number): Promise<Measured> {
  const result = await autocannon({ connections: CONNECTIONS, duration: seconds, ...load });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${load.method ?? 'GET'} ${load.url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`,
    );
  }
  return { requestsPerSecond: result.requests.average, p99Ms: result.latency.p99 };
}

const median = (rounds: Measured[]): Measured =>
  rounds.sort((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(rounds.length / 2)] as Measured;
