import { OutboundError, type OutboundFailure } from './outbound-error.ts';

/** Messages by the error codes of Node and OpenSSL. */
const CERTIFICATE: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed and not trusted here',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is issued by an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is issued by an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is issued by an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it does not send its intermediate certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection before it responded',
  EPIPE: 'it closed the connection before it responded',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ETIMEDOUT: 'it did not accept the connection in time',
};

/** Converts a failed call to an OutboundError with a readable message. */
export function toOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  // An AggregateError contains the failure of each address.
  if (error instanceof AggregateError && error.errors.length > 0) return toOutboundError(error.errors[0], host);
  const { code = '', message } = error as NodeJS.ErrnoException;
  const say = (failure: OutboundFailure, words: string) =>
    new OutboundError(failure, `${host}: ${words}`, { cause: error });
  if (CERTIFICATE[code]) return say('certificate', CERTIFICATE[code]);
  if (UNREACHABLE[code]) return say('unreachable', UNREACHABLE[code]);
  if (code === 'HPE_HEADER_OVERFLOW') return say('protocol', 'its response head has more than 256 KiB');
  if (code.startsWith('HPE_')) return say('protocol', `its response is not HTTP (${message})`);
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return say('protocol', 'it does not support TLS on this port');
  }
  return say('unreachable', message);
}
