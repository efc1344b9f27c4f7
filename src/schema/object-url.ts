import type { Context } from '../context.ts';

/**
 * Returns the signed URL of a stored object; null without a key. Results that earlier versions
 * stored for idempotency keys lack newer columns.
 */
export const objectUrl = (key: string | null | undefined, { services }: Context): string | null =>
  key ? services.objectUrls.urlOf(key) : null;
