import type { IncomingMessage } from 'node:http';
import { type AppError, badInput } from '../errors.ts';

/**
 * Host name or address, with an optional port. `URL.canParse` rejects the rest, such as port 99999.
 */
const HOST = /^(\[[\da-f:.]+\]|[^\s[\]/?#@\\:]+)(:\d*)?$/i;

/** Returns the error of an invalid Host header (RFC 9112, 3.2). HTTP/1.0 needs none. */
export function hostError({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): AppError | undefined {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1) return badInput(`Host: found ${count} of these headers, expected one`);
  if (host === undefined) return httpVersion === '1.0' ? undefined : badInput('Host: missing; HTTP/1.1 requires it');
  if (host === '' || (HOST.test(host) && URL.canParse(`http://${host}`))) return undefined;
  return badInput(`Host: found "${host}", expected a host name or an address, with an optional port`);
}
