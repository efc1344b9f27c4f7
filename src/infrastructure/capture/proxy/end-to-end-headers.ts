import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Passes on status and headers of an answer; the server's own words for the status are left out.
 * @returns why that cannot be, if so: more is read than may be written
 */
export function passHead(answer: IncomingMessage, response: ServerResponse): string | undefined {
  try {
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers as they came, without those between two neighbours: the fixed ones and what `Connection` names. */
export function endToEnd(raw: string[]): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? '', raw[2 * i + 1] ?? ''] as const);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase()));
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}
