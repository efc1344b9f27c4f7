import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { MIB } from '../../lib/bytes.ts';
import type { HourlyRoom } from '../../types/collection.ts';
import { secondsUntil } from '../throttling/call-limits.ts';
import { createHourlyRoom, type HourlyRoomOptions } from '../throttling/hourly-room.ts';

/**
 * What visitors' annotations of a project take within an hour: at 4 KB each, which is an ordinary one with its element and
 * diagnostics, 4 700 of them; of the largest 280.
 */
const HOURLY_BYTES = 64 * MIB;
/** In how many rows what was sent stands: the annotation, its event, the answer to a repeat. */
const COPIES = 3;
/** What these rows and their places in indexes take besides. */
const ROW_BYTES = 2_048;

export const createAnnotationRoom = (options: Omit<HourlyRoomOptions, 'kind' | 'maxBytes'>): HourlyRoom =>
  createHourlyRoom({ ...options, kind: 'annotations', maxBytes: HOURLY_BYTES });

/**
 * Takes room for what a visitor has sent: annotations are kept for good, and the key of a project is public.
 * @returns the refusal where there is none
 */
export async function takeAnnotationRoom(
  ctx: Context,
  projectId: string,
  input: object,
): Promise<AppError | undefined> {
  const bytes = ROW_BYTES + COPIES * Buffer.byteLength(JSON.stringify(input));
  const fullUntil = await ctx.services.annotationRoom.take(projectId, ctx.ip, bytes);
  if (fullUntil === undefined) return undefined;
  const retryAfterSeconds = secondsUntil(fullUntil);
  return new AppError(
    'RATE_LIMITED',
    `Visitors have written as much as this project takes within an hour; wait ${retryAfterSeconds} s, then try again`,
    { retryAfterSeconds },
  );
}
