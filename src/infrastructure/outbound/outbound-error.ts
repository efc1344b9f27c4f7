/**
 * Kind of failure. `refused` (by the network policy or another rule) is permanent; the others may
 * be temporary.
 */
export type OutboundFailure = 'refused' | 'unresolved' | 'unreachable' | 'certificate' | 'timeout' | 'protocol';

/**
 * Failed outbound call. The message is for users and reveals nothing about the internal network.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly failure: OutboundFailure,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
