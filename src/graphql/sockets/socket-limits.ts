import { WebSocket } from 'ws';
import type { Actor } from '../../context.ts';
import { MIB } from '../../lib/bytes.ts';

/** Operations that one socket may run at once: of a user, and of a visitor, whom nothing but the address counts. */
const MAX_OPERATIONS = { user: 50, visitor: 5 };

export const operationsOf = (actor: Actor | undefined): number =>
  actor?.kind === 'user' ? MAX_OPERATIONS.user : MAX_OPERATIONS.visitor;

/** Bytes that may wait for a reader; it has this long to come below, milliseconds. */
const MAX_WAITING = MIB;
const PATIENCE_MS = 5_000;
/** Bytes at which there is no patience. */
const MAX_WAITING_EVER = 16 * MAX_WAITING;

/** A socket that drops a reader who does not keep up, instead of keeping what was not read. */
export class BoundedWebSocket extends WebSocket {
  private patience: NodeJS.Timeout | undefined;

  /** Looks at what waits already: one large answer is no sign of a slow reader. */
  override send(...message: unknown[]): void {
    if (this.bufferedAmount > MAX_WAITING_EVER) this.terminate();
    if (this.bufferedAmount > MAX_WAITING) this.patience ??= setTimeout(() => this.review(), PATIENCE_MS).unref();
    // A write fails when the reader has gone, which is no fault of ours: graphql-ws would print its stack.
    const parts = message.map((part) => (typeof part === 'function' ? () => part() : part));
    super.send(...(parts as Parameters<WebSocket['send']>));
  }

  private review(): void {
    this.patience = undefined;
    if (this.bufferedAmount > MAX_WAITING) this.terminate();
  }
}
