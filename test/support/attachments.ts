import { rest } from './client.ts';
import type { TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

interface NewFile {
  /** Annotation. */
  id: string;
  commentId?: string;
  name?: string;
  contentType?: string;
}

/** Announces a file through the API. */
export const announceFile = (
  app: Pick<TestApp, 'url'>,
  { token }: Pick<TestUser, 'token'>,
  { id, name = 'log.txt', contentType = 'text/plain', ...file }: NewFile,
) => rest(app, 'POST', `/annotations/${id}/attachments`, { token, body: { name, contentType, ...file } });

/** Sends a file to its upload URL. */
export async function putFile(url: string, bytes: Uint8Array | string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'PUT', body: bytes as BodyInit, headers });
  return { status: response.status, body: await response.json() };
}

/** Attaches a file through the API. */
export async function attachFile(
  app: TestApp,
  author: Pick<TestUser, 'token'>,
  file: NewFile,
  bytes: Uint8Array | string = 'GET /cart 500',
): Promise<{ id: string; url: string }> {
  const announced = await announceFile(app, author, file);
  const { status, body } = await putFile(announced.body.uploadUrl, bytes);
  if (status !== 200) throw new Error(`file not attached: ${JSON.stringify([announced.body, body])}`);
  return body;
}
