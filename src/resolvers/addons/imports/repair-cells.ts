import { DAY_MS } from '../../../lib/durations.ts';

/** Day number of 1970-01-01 in a spreadsheet of the 1900 date system, from 1899-12-30. */
const FIRST_DAY = 25_569;
/** Day number after 9999-12-31. */
const DAYS_END = 2_958_466;
/** Unix seconds of 10 digits and milliseconds of 13; other numbers may be dates without hyphens. */
const UNIX_SECONDS = { from: 1e9, to: 1e10 };
const UNIX_MS = { from: 1e12, to: 1e13 };

const isWithin = (value: number, { from, to }: { from: number; to: number }): boolean => value >= from && value < to;

/** First year of the day numbers of a spreadsheet. */
export const DATE_SYSTEMS = [1900, 1904] as const;
export type DateSystem = (typeof DATE_SYSTEMS)[number];
/** Days by which the same number means a later date in the 1904 date system. */
const DAYS_TO_1904 = 1_462;

/** A number as text; some spreadsheets write a decimal comma. */
const NUMBER = /^\d+(?:[.,]\d+)?$/;
export const numberOf = (text: string): number | undefined =>
  NUMBER.test(text) ? Number(text.replace(',', '.')) : undefined;

/** Converts a day number of the 1904 date system to that of 1900; keeps other values. */
export function toDateSystem1900(value: unknown, dateSystem: DateSystem): unknown {
  const number = typeof value === 'string' ? numberOf(value.trim()) : value;
  const isDay = typeof number === 'number' && number < DAYS_END - DAYS_TO_1904;
  return isDay && dateSystem === 1904 ? number + DAYS_TO_1904 : value;
}

/**
 * Reads a number of an export: the day number of a spreadsheet, with the time as a fraction, or
 * Unix seconds or milliseconds from 2001 on. A day number has no zone; it is read as UTC.
 *
 * @returns an invalid date for other numbers, whose meaning is not certain
 */
export function readTimeNumber(value: number): Date {
  if (isWithin(value, { from: FIRST_DAY, to: DAYS_END })) {
    // Fractions are exact to less than a second.
    return new Date(Math.round(((value - FIRST_DAY) * DAY_MS) / 1_000) * 1_000);
  }
  if (isWithin(value, UNIX_SECONDS)) return new Date(Math.round(value * 1_000));
  return new Date(isWithin(value, UNIX_MS) ? Math.round(value) : Number.NaN);
}

/** A host with a top-level domain, an IPv4 address, or localhost, and what may follow it. */
const HOST =
  /^(?:(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,10}(?:\p{L}{2,63}|xn--[a-z\d-]{1,59})|(?:\d{1,3}\.){3}\d{1,3}|localhost)(?::\d{1,5})?(?=[/?#]|$)/iu;
/** Files of a site, whose endings are not top-level domains. */
const FILE = /\.(?:html?|xhtml|php\d?|aspx?|jspx?|cfm|cgi)$/i;

/** Adds https to an address without a scheme: `example.com/page`, `//example.com`. */
export function withScheme(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const address = text.startsWith('//') ? text.slice(2) : text;
  const [host = ''] = HOST.exec(address) ?? [];
  return host && !FILE.test(host) ? `https://${address}` : text;
}

/** Resolves a page's path against its site; some tools export them separately. */
export function withSite(url: unknown, site: unknown): unknown {
  const base = withScheme(site);
  if (typeof base !== 'string' || !URL.canParse(base)) return withScheme(url);
  if (url === undefined || url === null) return base;
  if (typeof url !== 'string') return url;
  const own = withScheme(url);
  if (typeof own === 'string' && URL.parse(own)?.host === new URL(base).host) return own;
  return URL.canParse(url.trim(), base) ? new URL(url.trim(), base).href : own;
}

interface Mailbox {
  name?: string;
  email: string;
}

/** Splits `Name <address>` and `mailto:address`. */
export function readMailbox(text: string): Mailbox | undefined {
  const trimmed = text.trim();
  const open = trimmed.lastIndexOf('<');
  const address = (open >= 0 && trimmed.endsWith('>') ? trimmed.slice(open + 1, -1) : trimmed).trim();
  const email = address.replace(/^mailto:/i, '');
  if (!/^[^\s<>"@]{1,128}@[^\s<>"@]{1,255}$/.test(email)) return undefined;
  const name = email === trimmed || open <= 0 ? '' : trimmed.slice(0, open).trim().replace(/^"|"$/g, '').trim();
  return { email, ...(name !== '' && { name }) };
}

/** Moves the address from the author's name to the empty member, and its name the other way. */
export function withAuthor({ name, email }: { name?: unknown; email?: unknown }): { name?: unknown; email?: unknown } {
  const ofEmail = typeof email === 'string' ? readMailbox(email) : undefined;
  const ofName = typeof name === 'string' ? readMailbox(name) : undefined;
  return {
    name: ofName ? ofName.name : (name ?? ofEmail?.name),
    email: ofEmail?.email ?? email ?? ofName?.email,
  };
}
