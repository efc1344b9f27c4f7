import type { Context } from '../context.ts';

/** The signed URL of a stored object; null when there is none. */
export const objectUrl = (key: string | null, { services }: Context): string | null =>
  key === null ? null : services.objectUrls.urlOf(key);
