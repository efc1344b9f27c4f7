/**
 * Whether the database refused a second row with the same value.
 * @param column a column of the unique index
 */
export function isUniqueViolation(error: unknown, column: string): boolean {
  return /unique|P2002|23505/i.test(codeOf(error)) && describe(error).includes(column);
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** pg names the index, Prisma's driver adapter the fields. */
const describe = (error: unknown): string => {
  const { constraint, meta } = error as { constraint?: string; meta?: unknown };
  return `${constraint ?? ''} ${JSON.stringify(meta ?? '')}`;
};

/** Whether the database kept a row because others name it. */
export const isForeignKeyViolation = (error: unknown): boolean => /^23(503|001)$|P2003/.test(codeOf(error));
