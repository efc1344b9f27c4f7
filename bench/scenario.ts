import { execFileSync } from 'node:child_process';
import type { Running } from './processes.ts';
import type { Result } from './report.ts';

/**
 * Environment of a scenario: a service with its own database, and a user who owns an organization.
 */
export interface Bench {
  ours: Running;
  databaseUrl: string;
  /** Settings of the service except its database, for scenarios that start another one. */
  settings: Record<string, string>;
  userId: string;
  organizationId: string;
  token: string;
  /** Length of one round, seconds. */
  seconds: number;
  /** Size of large data as a fraction of the documented one. */
  scale: number;
  /** Directory in which a scenario keeps its large data for the next run. */
  keep?: string;
}

/** One measurement; `npm run bench -- <name>` runs it alone. */
export interface Scenario {
  name: string;
  run(bench: Bench): Promise<Result[]>;
}

/**
 * POSTs JSON.
 *
 * @throws Error when the response is not 2xx
 */
export async function post<T = Record<string, unknown>>(
  { ours, token }: Pick<Bench, 'ours' | 'token'>,
  path: string,
  body: object,
): Promise<T> {
  const response = await fetch(ours.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface OwnerSession {
  user: { id: string };
  organization: { id: string };
  accessToken: string;
}

/** Registers the user who owns the organization, or logs in to data that a former run kept. */
export async function registerOwner(ours: Running): Promise<Pick<Bench, 'userId' | 'organizationId' | 'token'>> {
  const account = { email: 'b@example.com', password: 'a long password', name: 'Bench' };
  const anonymous = { ours, token: '' };
  const session = await post<OwnerSession>(anonymous, '/auth/register', account).catch((error: Error) => {
    if (!error.message.includes('already has an account')) throw error;
    return post<OwnerSession>(anonymous, '/auth/login', { email: account.email, password: account.password });
  });
  return { userId: session.user.id, organizationId: session.organization.id, token: session.accessToken };
}

/** Creates a project of the organization. */
export const makeProject = (
  bench: Pick<Bench, 'ours' | 'organizationId' | 'token'>,
  slug: string,
): Promise<{ id: string; projectKey: string }> =>
  post(bench, '/projects', { organizationId: bench.organizationId, name: slug, slug });

/** Builds the body of an annotation as the overlay sends it. */
export function annotation(projectId: string, content: string): object {
  const metadata = {
    selector: 'main > section:nth-of-type(2) .price',
    xpath: '/html/body/main/section[2]/p',
    text: '49 €',
  };
  return { projectId, content, url: 'https://shop.example/cart', position_x: 312.5, position_y: 1480, metadata };
}

/** Reads the resident memory of a process, MB. */
export const rssMegabytes = ({ pid }: Running): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
