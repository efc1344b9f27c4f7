import type { Context } from '../../../context.ts';
import { ObjectMissing } from '../../../infrastructure/storage/object-storage.ts';

/** Whether the storage has an object. Reads its first byte, because listings can be outdated. */
export async function isStored(ctx: Context<'objects'>, key: string): Promise<boolean> {
  try {
    (await ctx.services.objects.open(key, { start: 0, end: 0 })).destroy();
    return true;
  } catch (error) {
    if (error instanceof ObjectMissing) return false;
    throw error;
  }
}
