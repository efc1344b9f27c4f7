/**
 * Why nothing was sent or no answer came: `refused` by the network policy or by a rule of ours, so that a repeat without
 * a change is refused too; the others may pass.
 */
export type OutboundFailure = 'refused' | 'unresolved' | 'unreachable' | 'certificate' | 'timeout' | 'protocol';

/** A call to the outside that failed. The message is for people, and names nothing of the network behind a name. */
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
