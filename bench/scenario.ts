import { execFileSync } from 'node:child_process';
import type { Running } from './processes.ts';
import type { Result } from './report.ts';

/** What every scenario finds: the service on a database of its own, with a user who owns an organization. */
export interface Bench {
  ours: Running;
  databaseUrl: string;
  /** Of the service, but for its database: for scenarios that start another. */
  settings: Record<string, string>;
  userId: string;
  organizationId: string;
  token: string;
  /** Length of one round. */
  seconds: number;
}

/** One question to the service; `npm run bench -- <name>` asks it alone. */
export interface Scenario {
  name: string;
  run(bench: Bench): Promise<Result[]>;
}

/** POSTs JSON. @throws when the answer is not 2xx */
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

/** Makes the user who owns the organization. */
export async function registerOwner(ours: Running): Promise<Pick<Bench, 'userId' | 'organizationId' | 'token'>> {
  const account = { email: 'b@example.com', password: 'a long password', name: 'Bench' };
  const session = await post<{ user: { id: string }; organization: { id: string }; accessToken: string }>(
    { ours, token: '' },
    '/auth/register',
    account,
  );
  return { userId: session.user.id, organizationId: session.organization.id, token: session.accessToken };
}

/** A new project of the organization. */
export const makeProject = (
  bench: Pick<Bench, 'ours' | 'organizationId' | 'token'>,
  slug: string,
): Promise<{ id: string; projectKey: string }> =>
  post(bench, '/projects', { organizationId: bench.organizationId, name: slug, slug });

/** The body of an annotation as the overlay sends it. */
export function annotation(projectId: string, content: string): object {
  const metadata = {
    selector: 'main > section:nth-of-type(2) .price',
    xpath: '/html/body/main/section[2]/p',
    text: '49 €',
  };
  return { projectId, content, url: 'https://shop.example/cart', position_x: 312.5, position_y: 1480, metadata };
}

/** Resident memory of a process. */
export const rssMegabytes = ({ pid }: Running): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
