import { expect } from 'vitest';
import { type Credentials, rest } from '../../support/client.ts';
import type { TestApp } from '../../support/test-app.ts';

/**
 * Reads a list to its end by `limit` and X-Next-Cursor.
 * @returns its pages
 */
export async function readAllPages<T = { id: string }>(
  app: TestApp,
  path: string,
  limit: number,
  credentials: Credentials = {},
): Promise<T[][]> {
  const pages: T[][] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
    const { status, body, headers } = await rest(app, 'GET', `${path}?${query}`, credentials);
    expect(status).toBe(200);
    pages.push(body);
    cursor = headers.get('x-next-cursor');
  } while (cursor !== null && pages.length < 100);
  return pages;
}
