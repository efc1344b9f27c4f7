import { OutboundError, type OutboundFailure } from './outbound-error.ts';

/** What Node and OpenSSL call it, and what it is. */
const CERTIFICATE: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself, not by an authority that is trusted here',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate comes from an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it does not send the certificates between its own and the authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection before it answered',
  EPIPE: 'it closed the connection before it answered',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it did not take the connection',
};

/** A failure of a call to `host` as a sentence; ours are sentences already. */
export function inWords(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  // With several addresses, the failure of each stands inside one.
  if (error instanceof AggregateError && error.errors.length > 0) return inWords(error.errors[0], host);
  const { code = '', message } = error as NodeJS.ErrnoException;
  const say = (failure: OutboundFailure, words: string) =>
    new OutboundError(failure, `${host}: ${words}`, { cause: error });
  if (CERTIFICATE[code]) return say('certificate', CERTIFICATE[code]);
  if (UNREACHABLE[code]) return say('unreachable', UNREACHABLE[code]);
  if (code.startsWith('HPE_')) return say('protocol', `what it answered is not HTTP (${message})`);
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return say('protocol', 'it does not speak TLS on this port');
  }
  return say('unreachable', message);
}
