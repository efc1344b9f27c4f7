import { z } from 'zod';
import type { OutboundClient, OutboundResponse } from '../../../../infrastructure/outbound/client.ts';
import { MIB } from '../../../../lib/bytes.ts';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { retryAfterSeconds } from '../../deliveries/retry-schedule.ts';
import { truncate } from './markdown.ts';
import { ProviderError, type ProviderFailure } from './provider-error.ts';

/** Sufficient for a page of issues with long descriptions. */
const MAX_RESPONSE_BYTES = 2 * MIB;
const MAX_ERROR_TEXT = 300;
const TOO_MANY_REQUESTS = 429;
/** Pause after a rate limit without a delay, seconds: GitHub requires at least a minute. */
const DEFAULT_PAUSE = 60;

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
}

/**
 * Sends one request to a provider.
 *
 * @throws ProviderError, OutboundError
 */
export type ApiClient = (request: ApiCall) => Promise<OutboundResponse>;

/** Interprets a response whose status is ambiguous. */
export type ClassifyResponse = (response: OutboundResponse) => { status: number; pause?: number } | undefined;

/** Creates a client that turns error responses into a ProviderError. */
export function createApiClient(
  { label, classifyResponse }: { label: string; classifyResponse?: ClassifyResponse },
  outbound: Pick<OutboundClient, 'send'>,
  signal?: AbortSignal,
): ApiClient {
  return async ({ method = 'GET', url, headers, json }) => {
    const response = await outbound.send({
      url,
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Pinbound-Integrations/1',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? undefined : JSON.stringify(json),
      signal,
      once: method !== 'GET',
      maxResponseBytes: MAX_RESPONSE_BYTES,
    });
    const { status, pause } = classifyResponse?.(response) ?? { status: response.status, pause: undefined };
    if (status >= 200 && status < 300) return response;
    if (status !== TOO_MANY_REQUESTS) throw responseError(label, response, status);
    const seconds = pause ?? pauseFrom(response);
    throw new ProviderError(
      'rateLimited',
      `${label} requested a pause of ${Math.ceil(seconds)} s`,
      TOO_MANY_REQUESTS,
      seconds,
    );
  };
}

/** Delay in the usual headers of a rate limit, seconds. */
const pauseFrom = ({ headers }: Pick<OutboundResponse, 'headers'>): number =>
  retryAfterSeconds(headers['retry-after']) ?? secondsUntil(headers['ratelimit-reset']) ?? DEFAULT_PAUSE;

/**
 * Computes the seconds until the time in a header.
 *
 * @param unit seconds per unit of the header, which counts from 1970
 */
export function secondsUntil(header: string | string[] | undefined, unit = 1): number | undefined {
  const moment = Number(header) * unit;
  return header === undefined || !Number.isFinite(moment) ? undefined : Math.max(1, moment - Date.now() / 1000);
}

/** Turns "not found", "gone" and redirects into undefined. */
export async function undefinedIfNotFound(response: Promise<OutboundResponse>): Promise<OutboundResponse | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ProviderError && (isRedirect(error.status) || [404, 410].includes(error.status)))
      return undefined;
    throw error;
  }
}

/** Redirects are not followed, because the credentials belong to the original host. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const ADVICE: Record<number, string> = {
  401: 'check the token',
  403: 'check the permissions of the token',
  404: 'check the location that the integration writes to, and that the token can access it',
  410: 'the location no longer exists',
};

function responseError(label: string, response: OutboundResponse, status: number): ProviderError {
  const detail = truncate(oneLine(errorText(response)), MAX_ERROR_TEXT);
  const advice = isRedirect(status) ? 'redirects are not followed; set the URL to the target' : ADVICE[status];
  const message = `${label} responded with ${status}${detail && `: ${detail}`}${advice ? `; ${advice}` : ''}`;
  return new ProviderError(failureOf(status), message, status, retryAfterSeconds(response.headers['retry-after']));
}

function failureOf(status: number): ProviderFailure {
  if (status in ADVICE) return 'denied';
  return status >= 400 && status < 500 ? 'invalid' : 'unavailable';
}

const errorEntry = z.object({
  message: z.string().optional(),
  extensions: z.object({ userPresentableMessage: z.string().optional() }).optional(),
});
const errorBody = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  errorMessages: z.array(z.string()).optional(),
  errors: z.unknown().optional(),
});

/** Extracts the error message from the fields that these APIs use; skips a proxy's HTML. */
function errorText({ body, headers }: OutboundResponse): string {
  const text = body.toString('utf8');
  const parsed = errorBody.safeParse(parseJson(text));
  if (!parsed.success) return /html/i.test(headers['content-type'] ?? '') ? '' : text;
  const { message, error, errorMessages = [], errors } = parsed.data;
  const listed = Array.isArray(errors) ? errors.map(errorEntryText) : [errors];
  return [message, error, ...errorMessages, ...listed]
    .filter((part) => part !== undefined && part !== null)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .filter((part) => part !== '{}')
    .join(', ');
}

function errorEntryText(entry: unknown): unknown {
  const { data } = errorEntry.safeParse(entry);
  return data?.extensions?.userPresentableMessage ?? data?.message ?? entry;
}

/**
 * Parses a response.
 *
 * @throws ProviderError for another format
 */
export function readJson<T>(label: string, { status, body, truncation }: OutboundResponse, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(parseJson(body.toString('utf8')));
  if (parsed.success) return parsed.data;
  const problem = truncation ? `, but ${truncation}` : ` in an unexpected format`;
  throw new ProviderError('unavailable', `${label} responded with ${status}${problem}`, status);
}

/** @returns undefined for invalid JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
