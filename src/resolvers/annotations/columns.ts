import { Prisma } from '../../generated/prisma/client.ts';
import { selectList } from '../sql/select-list.ts';

/** The select list for `FROM annotations a`, of an Annotation. */
export const ANNOTATION_COLUMNS = selectList(Prisma.AnnotationScalarFieldEnum, { alias: 'a' });
