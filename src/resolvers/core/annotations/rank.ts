import type { Annotation } from '../../../generated/prisma/client.ts';

/** Position within the status column: new annotations first unless they were moved. */
export const RANK = 'coalesce(a.rank, -a.number)';

/** Same as `RANK`, of a row that was read. */
export const rankOf = ({ rank, number }: Pick<Annotation, 'rank' | 'number'>): number => rank ?? -number;
