import { z } from 'zod';
import type { OutboundAnswer, OutboundClient } from '../../../../infrastructure/outbound/client.ts';
import { MIB } from '../../../../lib/bytes.ts';
import { oneLine } from '../../../text/one-line.ts';
import { retryAfterSeconds } from '../../deliveries/retry-schedule.ts';
import { cut } from './markdown.ts';
import { ProviderError, type ProviderFailure } from './provider-error.ts';

/** A page of issues with long descriptions. */
const MAX_ANSWER_BYTES = 2 * MIB;
const MAX_WORDS = 300;
const LIMITED = 429;
/** When a provider asks for a pause without saying how long, seconds: GitHub wants a minute at least. */
const DEFAULT_PAUSE = 60;

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
}

/** One call to a provider. @throws ProviderError, OutboundError */
export type Call = (request: ApiCall) => Promise<OutboundAnswer>;

/** What an answer means when its status alone does not say. */
export type Judge = (answer: OutboundAnswer) => { status: number /** Seconds. */; pause?: number } | undefined;

/** Calls through the guarded client, and says in the provider's name what went wrong. */
export function callerFor(
  { label, judge }: { label: string; judge?: Judge },
  outbound: Pick<OutboundClient, 'send'>,
  signal?: AbortSignal,
): Call {
  return async ({ method = 'GET', url, headers, json }) => {
    const answer = await outbound.send({
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
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
    const { status, pause } = judge?.(answer) ?? { status: answer.status, pause: undefined };
    if (status >= 200 && status < 300) return answer;
    if (status !== LIMITED) throw refusal(label, answer, status);
    const seconds = pause ?? pauseFrom(answer);
    throw new ProviderError('limited', `${label} asked for a pause of ${Math.ceil(seconds)} s`, LIMITED, seconds);
  };
}

/** What a limit says of its end in the headers that most use, seconds. */
const pauseFrom = ({ headers }: Pick<OutboundAnswer, 'headers'>): number =>
  retryAfterSeconds(headers['retry-after']) ?? untilReset(headers['ratelimit-reset']) ?? DEFAULT_PAUSE;

/** Seconds until a moment that a header gives in seconds, or in `unit` of them, since 1970. */
export function untilReset(header: string | string[] | undefined, unit = 1): number | undefined {
  const moment = Number(header) * unit;
  return header === undefined || !Number.isFinite(moment) ? undefined : Math.max(1, moment - Date.now() / 1000);
}

/** The answer to a question for one thing; undefined when it is not there, or has moved away. */
export async function unlessAbsent(asked: Promise<OutboundAnswer>): Promise<OutboundAnswer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProviderError && (isRedirect(error.status) || [404, 410].includes(error.status)))
      return undefined;
    throw error;
  }
}

/** What has moved is not followed: the credentials are for this address. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const REFUSED: Record<number, string> = {
  401: 'check the token',
  403: 'check what the token may do',
  404: 'check the place that the integration writes to, and that the token may see it',
  410: 'it is not there any more',
};

function refusal(label: string, answer: OutboundAnswer, status: number): ProviderError {
  const words = cut(oneLine(wordsOf(answer)), MAX_WORDS);
  const advice = isRedirect(status) ? 'redirects are not followed; give the address that it leads to' : REFUSED[status];
  const message = `${label} answered ${status}${words && `: ${words}`}${advice ? `; ${advice}` : ''}`;
  return new ProviderError(failureOf(status), message, status, retryAfterSeconds(answer.headers['retry-after']));
}

function failureOf(status: number): ProviderFailure {
  if (status in REFUSED) return 'refused';
  return status >= 400 && status < 500 ? 'invalid' : 'unavailable';
}

const problem = z.object({
  message: z.string().optional(),
  extensions: z.object({ userPresentableMessage: z.string().optional() }).optional(),
});
const problems = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  errorMessages: z.array(z.string()).optional(),
  errors: z.unknown().optional(),
});

/** What an answer says of a problem, in the members that these APIs use; markup of a proxy says nothing. */
function wordsOf({ body, headers }: OutboundAnswer): string {
  const text = body.toString('utf8');
  const parsed = problems.safeParse(parseJson(text));
  if (!parsed.success) return /html/i.test(headers['content-type'] ?? '') ? '' : text;
  const { message, error, errorMessages = [], errors } = parsed.data;
  const listed = Array.isArray(errors) ? errors.map(wordsOfOne) : [errors];
  return [message, error, ...errorMessages, ...listed]
    .filter((part) => part !== undefined && part !== null)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .filter((part) => part !== '{}')
    .join(', ');
}

function wordsOfOne(entry: unknown): unknown {
  const { data } = problem.safeParse(entry);
  return data?.extensions?.userPresentableMessage ?? data?.message ?? entry;
}

/** The JSON of an answer in the shape that is needed. @throws ProviderError when it is something else */
export function readJson<T>(label: string, { status, body, cutShort }: OutboundAnswer, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(parseJson(body.toString('utf8')));
  if (parsed.success) return parsed.data;
  const what = cutShort ? `, but ${cutShort}` : ` with something that is not its API's`;
  throw new ProviderError('unavailable', `${label} answered ${status}${what}`, status);
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
