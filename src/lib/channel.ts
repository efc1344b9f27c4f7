/** Updates buffered for a slow reader. One more ends its stream; the reader must resubscribe. */
const MAX_BUFFERED = 1_000;

/** A bounded queue that one reader consumes as an async iterator. */
export class Channel<T> implements AsyncIterableIterator<T> {
  private readonly buffer: T[] = [];
  private waiting: ((result: IteratorResult<T>) => void) | undefined;
  private ended = false;
  private signals: AbortSignal[] = [];

  constructor(private readonly onEnd: () => void) {}

  /** Ends the channel when one of the signals aborts, or at once when one already has. */
  endWith(signals: AbortSignal[]): void {
    this.signals = signals;
    for (const signal of signals) signal.addEventListener('abort', this.end, { once: true });
    if (signals.some(({ aborted }) => aborted)) this.end();
  }

  push(value: T): void {
    if (this.ended) return;
    if (this.waiting) {
      this.waiting({ value, done: false });
      this.waiting = undefined;
    } else if (this.buffer.length < MAX_BUFFERED) {
      this.buffer.push(value);
    } else {
      this.buffer.length = 0;
      this.end();
    }
  }

  readonly end = (): void => {
    if (this.ended) return;
    this.ended = true;
    for (const signal of this.signals) signal.removeEventListener('abort', this.end);
    this.waiting?.({ value: undefined, done: true });
    this.waiting = undefined;
    this.onEnd();
  };

  async next(): Promise<IteratorResult<T>> {
    const value = this.buffer.shift();
    if (value !== undefined) return { value, done: false };
    if (this.ended) return { value: undefined, done: true };
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  async return(): Promise<IteratorResult<T>> {
    this.buffer.length = 0;
    this.end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
