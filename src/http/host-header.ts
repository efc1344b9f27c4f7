import type { IncomingMessage } from 'node:http';
import { type AppError, badInput } from '../errors.ts';

/** A name or an address, and maybe a port. What of this no URL can have, such as port 99999, `URL.canParse` knows. */
const HOST = /^(\[[\da-f:.]+\]|[^\s[\]/?#@\\:]+)(:\d*)?$/i;

/** Why a request is refused whose Host header says nothing (RFC 9112, 3.2): undefined for one that does, and for HTTP/1.0 without. */
export function hostRefusal({ headers: { host }, httpVersion }: IncomingMessage): AppError | undefined {
  if (host === undefined) return httpVersion === '1.0' ? undefined : badInput('Host: is missing; HTTP/1.1 asks for it');
  if (host === '' || (HOST.test(host) && URL.canParse(`http://${host}`))) return undefined;
  return badInput(`Host: found "${host}", expected a name or an address, with or without a port`);
}
