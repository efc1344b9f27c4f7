/**
 * Whether the database refused a second row with the same value.
 * @param column a column of the unique index
 */
export function isUniqueViolation(error: unknown, column: string): boolean {
  return /unique|P2002|23505/i.test(codeOf(error)) && describe(error).includes(column);
}

/** Whether Prisma found no row to update, because another call was faster to remove it. */
export const isRecordMissing = (error: unknown): boolean => codeOf(error) === 'P2025';

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** pg names the index, Prisma's driver adapter the fields. */
const describe = (error: unknown): string => {
  const { constraint, meta } = error as { constraint?: string; meta?: unknown };
  return `${constraint ?? ''} ${JSON.stringify(meta ?? '')}`;
};
