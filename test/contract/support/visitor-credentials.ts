import { addVisitorToken, newVisitorToken } from '../../../src/resolvers/core/annotations/visitor-tokens.ts';
import type { Credentials } from '../../support/client.ts';
import type { TestApp } from '../../support/test-app.ts';
import type { Operation } from './operations.ts';

/** Tokens of visitors by the id of their annotation. */
const tokens = new Map<string, string>();

/** Stores a token for an annotation, as if a visitor had written it. */
export async function giveToVisitor(app: TestApp, { id }: { id: string }): Promise<void> {
  const token = newVisitorToken();
  await addVisitorToken(app.services.pool, id, token);
  tokens.set(id, token);
}

/** Header of a visitor who wrote all these annotations. */
export const visitorOf = (ids: string[]): Credentials => ({
  headers: { 'x-visitor-token': ids.map((id) => tokens.get(id)).join() },
});

/** Replaces the credentials by the visitor's, for operations that need them. */
export function credentialsFor({ rest }: Operation, { id }: Record<string, unknown>, given: Credentials): Credentials {
  if (rest?.route.auth !== 'visitor') return given;
  return { headers: { ...given.headers, 'x-visitor-token': tokens.get(String(id)) ?? newVisitorToken() } };
}
