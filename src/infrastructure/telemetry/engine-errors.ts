import { AppError } from '../../errors.ts';

/** Node's codes of a connection that could not be made or was lost. */
const CONNECTION_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/;

/**
 * SQLSTATEs of a database that cannot serve now: connection lost (08), read-only (25006), rolled
 * back after a deadlock (40P01), out of disk, memory or connections (53), shutting down or starting
 * (57P).
 */
const UNAVAILABLE_STATES = /^(08...|25006|40P01|53...|57P0[1-5])$/;

/** Messages of pg and Prisma for lost connections, which have no code. */
const CONNECTION_MESSAGES =
  /^Connection terminated|^Client .* is not queryable|^Query read timeout|Can't reach database server|Server has closed the connection/;

/** Messages of pg-pool and Prisma for an exhausted connection pool, which have no code. */
const POOL_MESSAGES = /timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

/** Kinds of errors of Prisma's driver adapter without a SQLSTATE of their own. */
const ADAPTER_KINDS = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/**
 * Whether PostgreSQL, Redis or the image storage cannot serve now, so that a later request can
 * succeed. Prisma keeps the driver's error in `cause` or `meta`.
 */
export function isEngineUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || error instanceof AppError || depth > MAX_NESTING) return false;
  const { code, originalCode, kind, cause, meta, driverAdapterError, errors } = error as Record<string, unknown>;
  if ([code, originalCode].some((each) => typeof each === 'string' && isUnavailableCode(each))) return true;
  if (typeof kind === 'string' && ADAPTER_KINDS.test(kind)) return true;
  if (error instanceof Error && CONNECTION_MESSAGES.test(error.message)) return true;
  if (isPoolExhausted(error) || (error instanceof Error && error.name === 'StorageUnavailable')) return true;
  const nested = [cause, meta, driverAdapterError, ...(Array.isArray(errors) ? errors : [])];
  return nested.some((each) => isEngineUnavailable(each, depth + 1));
}

/** Errors are nested in Prisma's three times. */
const MAX_NESTING = 5;

const isUnavailableCode = (code: string) => UNAVAILABLE_STATES.test(code) || CONNECTION_CODES.test(code);

/** Whether the connection pool stayed exhausted, so that no statement was sent. */
export const isPoolExhausted = (error: unknown): boolean => error instanceof Error && POOL_MESSAGES.test(error.message);
