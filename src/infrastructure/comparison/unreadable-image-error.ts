/** Image of a comparison. */
export type Side = 'baseline' | 'comparison';

/** The bytes of one image are empty, truncated or not an image. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError';

  readonly reason: string;

  constructor(
    readonly side: Side,
    cause: unknown,
  ) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`the ${side} image cannot be decoded: ${reason}`);
    this.reason = reason;
  }
}
