import { AppError } from '../../../errors.ts';

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

/** Whether the database, and not a statement of ours, is what failed: no state, or one of the server's own troubles. */
export const isAway = (error: unknown): boolean => {
  if (error === undefined || error instanceof AppError) return false;
  const { code } = error as { code?: unknown };
  return typeof code !== 'string' || code.length !== 5 || /^(08|25|53|57|58|XX)/.test(code);
};

/** Whether a statement lost against another one and can be tried again. */
export const isConflict = (error: unknown): boolean => /^40/.test(String((error as { code?: unknown })?.code ?? ''));

/** Whether the server itself is in trouble or goes: it answered, but not to what a statement holds. */
export const isServerTrouble = (error: unknown): boolean =>
  /^(08|53|57|58)...$/.test(String((error as { code?: unknown })?.code ?? ''));

/** Whether all connections of this process were in use for too long: no statement was sent. pg-pool and Prisma say so in words alone. */
export const isCrowdedOut = (error: unknown): boolean =>
  error instanceof Error &&
  /timeout exceeded when trying to connect|Unable to start a transaction in the given time/.test(error.message);
