const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Replaces values that differ between equal calls: ids by the order of their appearance; times,
 * keys, tokens and addresses by their kind.
 */
export function normalizeResponse(response: unknown): unknown {
  const ids = new Map<string, string>();
  const numberOf = (id: string) => {
    const number = ids.get(id) ?? `<id ${ids.size + 1}>`;
    ids.set(id, number);
    return number;
  };
  return JSON.parse(JSON.stringify(response), (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (/Token$/.test(name)) return `<${name}>`;
    return value
      .replace(UUID, numberOf)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
      .replace(/(?<=\/a\/)[\w-]{22}$/, '<short id>')
      .replace(/evt_[0-9a-f]{32}/g, '<event>')
      .replace(/preview-[0-9a-f]{8}/g, '<environment>')
      .replace(/PB-\d{4}-\d{6}/g, '<number>')
      .replace(/(?<=\/exports\/)[\w-]+/, '<export>')
      .replace(/(?<=[?&])expires=\d+&signature=[\w-]+/, '<signature>')
      .replace(/(?<=^https:\/\/(checkout|billing)\.stripe\.com\/).*/, '<page>')
      .replace(/(?<=\/oauth\/authorize\/).+/, '<code and decision>')
      .replace(/(?<=\/personal-data\/)[\w.-]+/, '<sealed>')
      .replace(/(?<=#token=).+/, '<token and address>')
      .replace(/127\.0\.0\.1:\d{4,5}/g, '<server>')
      .replace(/pk_[\w-]{32}/g, '<key>')
      .replace(/pb[to]_\w+/g, '<access token>')
      .replace(/[\w-]+@example\.com/g, '<e-mail>')
      .replace(/expires=\d+&signature=[\w-]+/g, '<signature>')
      .replace(/-[0-9a-f]{8}$/, '-<random>');
  });
}
