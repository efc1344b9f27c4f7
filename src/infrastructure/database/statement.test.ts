import type pg from 'pg';
import { expect, it } from 'vitest';
import { numberParameters, Statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Records what is sent, and returns one row. */
function recorder() {
  const sent: pg.QueryConfig[] = [];
  const query = async (config: pg.QueryConfig) => {
    sent.push(config);
    return { rows: [{ id: 'a' }], rowCount: 1 };
  };
  return { sent, sql: { query } as unknown as Queryable };
}

it('numbers named parameters in the order of their first use', () => {
  const source = 'SELECT $b::text, $a?, $b FROM t WHERE c = $1';
  expect(numberParameters(source)).toEqual({
    text: 'SELECT $1::text, $2, $1 FROM t WHERE c = $1',
    names: ['b', 'a'],
    optional: new Set(['a']),
  });
});

it('leaves text alone that is not a parameter', () => {
  const source = `SELECT '^[a-z]+$', data ? 'key', price || '$' FROM t`;
  expect(numberParameters(source)).toMatchObject({ text: source, names: [] });
});

it('sends the values by name, without the marks of columns', async () => {
  const { sent, sql } = recorder();
  const read = new Statement<{ id: string; note?: string }, { id: string }>(
    'test/read',
    'SELECT id, upper(note) AS "note!" FROM t WHERE note = $note? AND id = $id',
    true,
  );
  expect(await read.first(sql, { id: 'a' })).toEqual({ id: 'a' });
  expect(sent).toEqual([
    {
      name: 'test/read',
      text: 'SELECT id, upper(note) AS "note" FROM t WHERE note = $1 AND id = $2',
      values: [undefined, 'a'],
    },
  ]);
});

it('fails if a statement that always returns a row returned none', async () => {
  const empty = { query: async () => ({ rows: [] }) } as unknown as Queryable;
  const read = new Statement<Record<never, never>, { id: string }>('test/one', 'SELECT id FROM t', false);
  await expect(read.one(empty)).rejects.toThrow('No row was returned by: SELECT id FROM t');
});
