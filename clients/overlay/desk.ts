import type { UnsentComment } from './outbox/outbox.ts';
import type { Picked } from './picker/anchor.ts';
import type { Failure } from './service/failure.ts';
import type { Stage } from './stage.ts';

/** What the parts ask of one another. */
export interface Desk {
  readonly stage: Stage;
  /** Why the list could not be fetched. */
  failure(): Failure | null;
  /** Comments that have not arrived. */
  waiting(): readonly UnsentComment[];
  /** Opens the form of one of them. */
  reopen(comment: UnsentComment): void;
  /** Lets the visitor choose an element; null when they did not. */
  choose(hint: string): Promise<Picked | null>;
  /** A comment was stored, which was written at this address. */
  onStored(stored: unknown, url: string): void;
  /** How much of the window's width the list takes, in pixels. */
  listWidth(): number;
  /** Brings to its place, with the next frame, what stands at something of the page. */
  place(): void;
  /** Something of what the parts show has changed. */
  refresh(): void;
}

/** A window narrower than this, in pixels, has no room for the list and a dialog. */
const ROOM_FOR_BOTH = 760;

/** Says whether the list and a dialog would cover one another. */
export const isNarrow = (): boolean => innerWidth < ROOM_FOR_BOTH;
