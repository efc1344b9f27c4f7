import type { Context } from '../context.ts';

/** Work that is due again and again, whichever worker takes it. */
export interface ScheduledJob {
  name: string;
  everyMs: number;
  run(ctx: Context): Promise<void>;
}
