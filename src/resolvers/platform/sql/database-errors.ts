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

/** Node's codes of a connection that could not be made or was lost. */
const CONNECTION_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/;

/**
 * SQLSTATEs of a database that cannot serve now: connection lost (08), read-only (25006), out of
 * disk, memory or connections (53), shutting down or starting (57P).
 */
const UNAVAILABLE_STATES = /^(08...|25006|53...|57P0[1-5])$/;

/** Messages of pg and Prisma for lost connections, which have no code. */
const CONNECTION_MESSAGES =
  /^Connection terminated|^Client .* is not queryable|^Query read timeout|Can't reach database server|Server has closed the connection/;

/** Messages of pg-pool and Prisma for an exhausted connection pool, which have no code. */
const POOL_MESSAGES = /timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

/** Kinds of errors of Prisma's driver adapter without a SQLSTATE of their own. */
const ADAPTER_KINDS = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/**
 * Whether the database cannot serve now, so that a later request can succeed. Prisma keeps the
 * driver's error in `cause` or `meta`.
 */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || error instanceof AppError || depth > MAX_NESTING) return false;
  const { code, originalCode, kind, cause, meta, driverAdapterError, errors } = error as Record<string, unknown>;
  if ([code, originalCode].some((each) => typeof each === 'string' && isUnavailableCode(each))) return true;
  if (typeof kind === 'string' && ADAPTER_KINDS.test(kind)) return true;
  if (error instanceof Error && CONNECTION_MESSAGES.test(error.message)) return true;
  if (isPoolExhausted(error)) return true;
  const nested = [cause, meta, driverAdapterError, ...(Array.isArray(errors) ? errors : [])];
  return nested.some((each) => isDatabaseUnavailable(each, depth + 1));
}

/** Errors are nested in Prisma's three times. */
const MAX_NESTING = 5;

const isUnavailableCode = (code: string) => UNAVAILABLE_STATES.test(code) || CONNECTION_CODES.test(code);

/** Whether the connection pool stayed exhausted, so that no statement was sent. */
export const isPoolExhausted = (error: unknown): boolean => error instanceof Error && POOL_MESSAGES.test(error.message);
