import { AppError } from '../../../errors.ts';

/**
 * Whether a unique index rejected the row.
 *
 * @param column a column of the unique index
 */
export function isUniqueViolation(error: unknown, column: string): boolean {
  return /unique|P2002|23505/i.test(codeOf(error)) && describe(error).includes(column);
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Names the violated index (pg) or its fields (Prisma's driver adapter). */
const describe = (error: unknown): string => {
  const { constraint, meta } = error as { constraint?: string; meta?: unknown };
  return `${constraint ?? ''} ${JSON.stringify(meta ?? '')}`;
};

/** Whether a foreign key that references the row prevented its deletion. */
export const isForeignKeyViolation = (error: unknown): boolean => /^23(503|001)$|P2003/.test(codeOf(error));

/**
 * Whether the connection or the server failed, not the statement: no SQLSTATE, or a server class.
 */
export const isConnectionError = (error: unknown): boolean => {
  if (error === undefined || error instanceof AppError) return false;
  const { code } = error as { code?: unknown };
  return typeof code !== 'string' || code.length !== 5 || /^(08|25|53|57|58|XX)/.test(code);
};

/** Whether a concurrent transaction caused the failure, so that a retry can succeed. */
export const isSerializationFailure = (error: unknown): boolean =>
  /^40/.test(String((error as { code?: unknown })?.code ?? ''));

/** Whether the server reported that it is shutting down, out of resources or broken. */
export const isServerUnavailable = (error: unknown): boolean =>
  /^(08|53|57|58)...$/.test(String((error as { code?: unknown })?.code ?? ''));
