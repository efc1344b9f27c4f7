/** Which of the two images of a comparison. */
export type Side = 'baseline' | 'comparison';

/** The bytes of one image are none, or were cut short. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage';

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
