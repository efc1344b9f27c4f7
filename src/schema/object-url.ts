import type { Context } from '../context.ts';

/** Returns the signed URL of a stored object; null without a key. */
export const objectUrl = (key: string | null, { services }: Context): string | null =>
  key === null ? null : services.objectUrls.urlOf(key);
