import type { Context } from '../../context.ts';
import { audienceOf } from '../../resolvers/core/annotations/visibility.ts';

/** Whether the viewer must not see what a change or a verdict shows of its page. */
export const isHidden = ({ isProtected }: { isProtected: boolean }, ctx: Context): boolean =>
  isProtected && audienceOf(ctx) === 'outsiders';
