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

/** @param named headers that `Connection` names */
export const isHopByHop = (name: string, named: ReadonlySet<string>): boolean =>
  HOP_BY_HOP.has(name) || named.has(name);

export const namesOfConnection = (value: string): string[] => value.split(',').map((name) => name.trim().toLowerCase());

/** Removes hop-by-hop headers: the standard ones and those that `Connection` names. */
export function endToEndHeaders(raw: string[]): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? '', raw[2 * i + 1] ?? ''] as const);
  const named = new Set(
    pairs.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => namesOfConnection(value)),
  );
  return pairs.filter(([name]) => !isHopByHop(name.toLowerCase(), named)).flat();
}
