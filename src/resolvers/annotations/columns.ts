import { type Annotation, Prisma } from '../../generated/prisma/client.ts';
import { selectList } from '../select-list.ts';

/** A row of annotations as hand-written statements return it. */
export type AnnotationRow = Annotation;

/** The select list for `FROM annotations a`. */
export const ANNOTATION_COLUMNS = selectList(Prisma.AnnotationScalarFieldEnum, { alias: 'a' });
