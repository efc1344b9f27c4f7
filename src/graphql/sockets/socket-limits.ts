import { WebSocket } from 'ws';
import type { Actor } from '../../context.ts';
import { MIB } from '../../lib/bytes.ts';

/** Concurrent operations of a socket; visitors are limited only by address. */
const MAX_OPERATIONS = { user: 50, visitor: 5 };

export const maxOperations = (actor: Actor | undefined): number =>
  actor?.kind === 'user' ? MAX_OPERATIONS.user : MAX_OPERATIONS.visitor;

/** Buffered bytes above which a reader is slow. */
const MAX_BUFFERED = MIB;
/** Time to fall below the limit, milliseconds. */
const SLOW_READER_GRACE_MS = 5_000;
/** Buffered bytes that close the socket immediately. */
const MAX_BUFFERED_EVER = 16 * MAX_BUFFERED;

/** WebSocket that closes if the client reads too slowly, which bounds its buffer. */
export class BoundedWebSocket extends WebSocket {
  private graceTimer: NodeJS.Timeout | undefined;

  /**
   * Checks the bytes buffered before this message: a single large message does not make the reader
   * slow.
   */
  override send(...message: unknown[]): void {
    if (this.bufferedAmount > MAX_BUFFERED_EVER) this.terminate();
    if (this.bufferedAmount > MAX_BUFFERED)
      this.graceTimer ??= setTimeout(() => this.checkBuffer(), SLOW_READER_GRACE_MS).unref();
    // Hides write errors after a disconnect, whose stack graphql-ws would print.
    const parts = message.map((part) => (typeof part === 'function' ? () => part() : part));
    super.send(...(parts as Parameters<WebSocket['send']>));
  }

  private checkBuffer(): void {
    this.graceTimer = undefined;
    if (this.bufferedAmount > MAX_BUFFERED) this.terminate();
  }
}
