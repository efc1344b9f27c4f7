/** Address of a site with a scheme, as people paste it with and without. */
export const addressOf = (typed: string): string => {
  const trimmed = typed.trim();
  return /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
};

/** Whether a page can have the address: its host has a dot or a port, or is an IPv6 address. */
export function isSiteAddress(typed: string): boolean {
  const address = addressOf(typed);
  if (!URL.canParse(address)) return false;
  const { hostname, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return hostname === 'localhost' || port !== '' || hostname.startsWith('[') || /^[^.].*\.[^.]+$/.test(hostname);
}

/** Base of the pages of an address, which is that of the environment. */
export const siteOf = (typed: string): string => `${new URL(addressOf(typed)).origin}/`;
