import type { Context } from '../../context.ts';
import { type AnnotationAccess, requireAnnotation } from '../core/annotations/require-annotation.ts';

/** One annotation for a member. @throws as `requireAnnotation` */
export const getAnnotation = (ctx: Context, id: string): Promise<AnnotationAccess> =>
  requireAnnotation(ctx, id, 'annotation.read');
