import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { MIB } from '../../../lib/bytes.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';
import type { HourlyQuota } from '../../../types/collection.ts';
import { countAgainst, secondsToWait } from '../../platform/quotas/call-limits.ts';
import { createHourlyQuota, type HourlyQuotaOptions } from '../../platform/quotas/hourly-quota.ts';

/**
 * Hourly quota of visitors' annotations per project: 4,700 of the usual size of 4 KB with element
 * and diagnostics, or 280 of the maximum size.
 */
const HOURLY_BYTES = 64 * MIB;
/** Rows that contain the input: the annotation, its event, the stored idempotent response. */
const COPIES = 3;
/** Overhead of these rows and their index entries. */
const ROW_BYTES = 2_048;
/** Pixels that count as a byte: a network can have 500 million decoded an hour, in a minute. */
const PIXELS_PER_BYTE = 32;

export const createAnnotationQuota = (options: Omit<HourlyQuotaOptions, 'kind' | 'maxBytes'>): HourlyQuota =>
  createHourlyQuota({ ...options, kind: 'annotations', maxBytes: HOURLY_BYTES });

/**
 * Consumes the hourly quota for a visitor's annotation: annotations are kept permanently, and
 * project keys are public.
 *
 * @param picture its picture, unless `input` has it: decoding costs more than storing
 * @returns an error if the quota is exceeded
 */
export async function consumeAnnotationQuota(
  ctx: Context<'annotationQuota'>,
  projectId: string,
  input: object,
  picture: { bytes: number; pixels: number } = { bytes: 0, pixels: 0 },
): Promise<AppError | undefined> {
  const bytes = COPIES * Buffer.byteLength(JSON.stringify(input));
  return consumeBytes(ctx, projectId, bytes + picture.bytes + bytesOfPixels(picture.pixels));
}

/**
 * Consumes the same quota for a file of a visitor, rejected ones included.
 *
 * @throws RATE_LIMITED if the quota is exceeded
 */
export async function consumeUploadQuota(
  ctx: Context<'annotationQuota'>,
  projectId: string,
  size: number,
): Promise<void> {
  const rejection = await consumeBytes(ctx, projectId, size);
  if (rejection) throw rejection;
}

/**
 * Consumes the same quota for the pixels of such a file, before it is decoded.
 *
 * @throws RATE_LIMITED if the quota is exceeded
 */
export const consumePixelQuota = (ctx: Context<'annotationQuota'>, projectId: string, pixels: number): Promise<void> =>
  consumeUploadQuota(ctx, projectId, bytesOfPixels(pixels));

const bytesOfPixels = (pixels: number): number => Math.ceil(pixels / PIXELS_PER_BYTE);

async function consumeBytes(
  ctx: Context<'annotationQuota'>,
  projectId: string,
  size: number,
): Promise<AppError | undefined> {
  const bytes = ROW_BYTES + size;
  const remainingMs = await ctx.services.annotationQuota.consume(projectId, ctx.ip, bytes);
  if (remainingMs === undefined) return undefined;
  const retryAfterSeconds = secondsToWait(remainingMs);
  return new AppError(
    'RATE_LIMITED',
    `The hourly quota of this project for visitors' comments is exceeded; retry in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );
}

/** Limits the mails and notifications that one thread can cause. */
const REPLIES = { what: 'replies and changes of a visitor in this thread', limit: 30, windowMs: HOUR_MS };

/**
 * Consumes the quotas for a reply or a change of a visitor: the bytes of the project, and the calls
 * of the thread.
 *
 * @returns an error if the hourly quota of the project is exceeded
 * @throws RATE_LIMITED for more than 30 calls in the thread within an hour
 */
export async function consumeVisitorQuota(
  ctx: Context<'annotationQuota' | 'rateLimitStore'>,
  { id, projectId }: { id: string; projectId: string },
  input: object,
): Promise<AppError | undefined> {
  await countAgainst(ctx, `visitor-replies:${id}`, REPLIES);
  return consumeAnnotationQuota(ctx, projectId, input);
}

/** Limits of the replies by visitors who did not write the thread: of all, and of a network. */
const OTHERS = { what: 'replies from other visitors in this thread', limit: 30, windowMs: HOUR_MS };
const OTHERS_OF_NETWORK = { ...OTHERS, what: 'replies from your network in this thread', limit: 10 };

/**
 * Counts a reply of a visitor who did not write the annotation.
 *
 * @throws RATE_LIMITED for more than 30 replies in the thread within an hour, or 10 of one network
 */
export async function countOthersReply(ctx: Context<'rateLimitStore'>, annotationId: string): Promise<void> {
  // The network first: its calls beyond the limit must not use up the limit of the thread.
  await countAgainst(ctx, `other-replies:${annotationId}:${networkOf(ctx.ip)}`, OTHERS_OF_NETWORK);
  await countAgainst(ctx, `other-replies:${annotationId}`, OTHERS);
}
