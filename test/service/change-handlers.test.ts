import { expect, test } from 'vitest';
import { type ChangeHandler, systemContext } from '../../src/context.ts';
import type { Queryable } from '../../src/infrastructure/database/transaction.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();

/** First table that each handler locks or changes, in the order of the list. */
async function tablesOf(handlers: readonly ChangeHandler[], id: string): Promise<string[]> {
  const tables: string[] = [];
  for (const handle of handlers) {
    const statements: string[] = [];
    const query = (statement: string | { text: string }, values: unknown[]) => {
      statements.push(typeof statement === 'string' ? statement : statement.text);
      return app.services.pool.query(statement as string, values);
    };
    await handle({ query } as unknown as Queryable, systemContext(app.services), id);
    const [, table = ''] = /(?:FROM|UPDATE|INTO) (\w+)/.exec(statements[0] ?? '') ?? [];
    tables.push(table);
  }
  return tables;
}

test('a deleted organization ends its plan, then its webhooks', async () => {
  const { organizationId } = await registerUser(app);
  const { organizationDeletion, afterOrganizationDeletion } = app.services.changeHandlers;
  expect(await tablesOf(organizationDeletion, organizationId)).toEqual(['subscriptions', 'webhooks']);
  expect(afterOrganizationDeletion).toHaveLength(1);
});

test('a deleted project ends its webhooks, then its deployments', async () => {
  const { id } = await createProject(app, await registerUser(app));
  expect(await tablesOf(app.services.changeHandlers.projectDeletion, id)).toEqual(['webhooks', 'deployments']);
});

test('a deleted reply leaves a tombstone for trackers, so that it is not imported again', async () => {
  const id = crypto.randomUUID();
  expect(await tablesOf(app.services.changeHandlers.commentDeletion, id)).toEqual(['inbound_calls']);
});
