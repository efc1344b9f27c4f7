/** Problem with one argument. */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
}

/** An error as the service sends it, or as the client found it. */
export interface ErrorDetails {
  code?: string | undefined;
  /** Path of the field that failed; none if nothing was executed. */
  path?: readonly (string | number)[] | undefined;
  /** HTTP status. */
  status?: number | undefined;
  fields?: readonly FieldProblem[] | undefined;
  retryAfterSeconds?: number | undefined;
  /** Members of the result that did not fail. */
  data?: unknown;
  cause?: unknown;
}

/** Any error of the client library. */
export class PinboundError extends Error {
  override name = 'PinboundError';
  readonly code: string | undefined;
  readonly path: readonly (string | number)[] | undefined;
  readonly status: number | undefined;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterSeconds: number | undefined;
  readonly data: unknown;

  constructor(message: string, details: ErrorDetails = {}) {
    const { code, path, status, fields = [], retryAfterSeconds, data, cause } = details;
    super(message, { cause });
    this.code = code;
    this.path = path;
    this.status = status;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.data = data;
  }
}

/** Arguments or a document that the service rejected; `fields` names the arguments. */
export class InputError extends PinboundError {
  override name = 'InputError';
}

/** The token is missing, wrong, expired or revoked. */
export class UnauthenticatedError extends PinboundError {
  override name = 'UnauthenticatedError';
}

/** The token or the role does not permit the operation. */
export class ForbiddenError extends PinboundError {
  override name = 'ForbiddenError';
}

/** The object does not exist, or is not visible to the token. */
export class NotFoundError extends PinboundError {
  override name = 'NotFoundError';
}

/** The state of an object does not permit the change. */
export class ConflictError extends PinboundError {
  override name = 'ConflictError';
}

/** A rate limit is exceeded; `retryAfterSeconds` is the time to wait, if known. */
export class RateLimitError extends PinboundError {
  override name = 'RateLimitError';
}

/** The service is starting, overloaded or failed. */
export class UnavailableError extends PinboundError {
  override name = 'UnavailableError';
}

/** No complete response: the address is wrong, or the network, the host or a proxy failed. */
export class ConnectionError extends PinboundError {
  override name = 'ConnectionError';
}

/** A response that is not from Pinbound, such as the page of a proxy. */
export class ProtocolError extends PinboundError {
  override name = 'ProtocolError';
}

const CLASSES: Readonly<Record<string, typeof PinboundError>> = {
  BAD_USER_INPUT: InputError,
  PAYLOAD_TOO_LARGE: InputError,
  UNAUTHENTICATED: UnauthenticatedError,
  FORBIDDEN: ForbiddenError,
  NOT_FOUND: NotFoundError,
  CONFLICT: ConflictError,
  RATE_LIMITED: RateLimitError,
  UNAVAILABLE: UnavailableError,
  INTERNAL: UnavailableError,
};

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** Creates the error for a code of the service, or for the status of a response without one. */
export function errorOf(message: string, details: ErrorDetails): PinboundError {
  const code = details.code ?? BY_STATUS[details.status ?? 0];
  const ErrorClass = CLASSES[code ?? ''] ?? PinboundError;
  return new ErrorClass(message, { ...details, code });
}
