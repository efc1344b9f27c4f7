const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * An answer with everything that two equal calls may differ in replaced: ids by the order in which they turn up, times, keys,
 * tokens and addresses by what they are.
 */
export function masked(answer: unknown): unknown {
  const ids = new Map<string, string>();
  const placeOf = (id: string) => {
    const place = ids.get(id) ?? `<id ${ids.size + 1}>`;
    ids.set(id, place);
    return place;
  };
  return JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (/Token$/.test(name)) return `<${name}>`;
    return value
      .replace(UUID, placeOf)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
      .replace(/evt_[0-9a-f]{32}/g, '<event>')
      .replace(/PB-\d{4}-\d{6}/g, '<number>')
      .replace(/(?<=[?&])expires=\d+&signature=[\w-]+/, '<signature>')
      .replace(/(?<=^https:\/\/(checkout|billing)\.stripe\.com\/).*/, '<page>')
      .replace(/pk_[\w-]{32}/g, '<key>')
      .replace(/[\w-]+@example\.com/g, '<e-mail>')
      .replace(/expires=\d+&signature=[\w-]+/g, '<signature>')
      .replace(/-[0-9a-f]{8}$/, '-<random>');
  });
}
