import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Forwards status and headers of a response, without the reason phrase.
 * @returns an error message if Node cannot write them: its parser accepts more than its writer
 */
export function forwardHead(answer: IncomingMessage, response: ServerResponse): string | undefined {
  try {
    response.writeHead(answer.statusCode ?? 502, endToEndHeaders(answer.rawHeaders));
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

/** Removes hop-by-hop headers: the standard ones and those that `Connection` names. */
export function endToEndHeaders(raw: string[]): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? '', raw[2 * i + 1] ?? ''] as const);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase()));
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}
