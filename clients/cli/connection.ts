import { ServiceError, type World } from './world.ts';

/** Time for one response, ms. */
const TIMEOUT_MS = 60_000;
const USER_AGENT = { 'user-agent': 'pinbound-cli' };

/** Options of all clients of this program. */
export const connectionOf = ({ sleep }: World) => ({
  headers: USER_AGENT,
  ...(sleep && { sleep }),
});

/** A request beside those of the client library, and what its errors begin with. */
interface PlainRequest extends Pick<RequestInit, 'method' | 'body'> {
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** Default: `No response from <origin>`. */
  problem?: string;
}

/**
 * Sends a request. Redirects are not followed: they would send tokens elsewhere.
 * @throws ServiceError without a response
 */
export async function send(
  url: string,
  {
    headers,
    timeoutMs = TIMEOUT_MS,
    problem = `No response from ${new URL(url).origin}`,
    ...request
  }: PlainRequest = {},
): Promise<Response> {
  try {
    return await fetch(url, {
      ...request,
      headers: { ...USER_AGENT, ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
    throw new ServiceError(`${problem}: ${cause?.code ?? cause?.message ?? message}`);
  }
}

/** Reads the members of a JSON response; none of another one. */
export async function readMembers(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => undefined);
  return Object(body) === body ? (body as Record<string, unknown>) : {};
}
