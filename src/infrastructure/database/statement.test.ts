import type pg from 'pg';
import { expect, it } from 'vitest';
import { numberParameters, Statement, slot } from './statement.ts';
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
    'SELECT id, upper(note) AS "note!" FROM t WHERE note = $note? AND id = $id',
    'test/read',
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
  const read = new Statement<Record<never, never>, { id: string }>('SELECT id FROM t');
  await expect(read.one(empty)).rejects.toThrow('No row was returned by: SELECT id FROM t');
});

it('replaces the samples of slots by fragments with their values', async () => {
  const { sent, sql } = recorder();
  const list = new Statement<{ id: string }, { id: string }>(
    `SELECT id FROM t WHERE id > $id ${slot('page', 'LIMIT 1')} ${slot('other', 'OFFSET 0')}`,
    'test/list',
  );
  await list.with({ page: { text: 'LIMIT $rows', values: { rows: 5 } } }).run(sql, { id: 'a' });
  await list.run(sql, { id: 'b' });
  expect(sent).toEqual([
    { name: undefined, text: 'SELECT id FROM t WHERE id > $1 LIMIT $2 /*other:*/OFFSET 0/*:other*/', values: ['a', 5] },
    {
      name: 'test/list',
      text: 'SELECT id FROM t WHERE id > $1 /*page:*/LIMIT 1/*:page*/ /*other:*/OFFSET 0/*:other*/',
      values: ['b'],
    },
  ]);
});

it('sends the values of each call for fragments whose text is known', async () => {
  const { sent, sql } = recorder();
  const list = new Statement<{ id: string }, { id: string }>(
    `SELECT id FROM t WHERE id > $id ${slot('page', 'LIMIT 1')} ${slot('page', 'LIMIT 1')}`,
  );
  const page = (index: number, rows: number) => ({ page: { text: `LIMIT $rows -- ${index}`, values: { rows } } });
  for (const index of [0, 0, ...Array(1_000).keys(), 0]) await list.with(page(index, index + 5)).run(sql, { id: 'a' });
  await list.with(page(0, 7)).run(sql, { id: 'b' });
  const text = 'SELECT id FROM t WHERE id > $1 LIMIT $2 -- 0 LIMIT $2 -- 0';
  expect(sent.slice(0, 2)).toEqual(Array(2).fill({ name: undefined, text, values: ['a', 5] }));
  expect(sent.slice(-2)).toEqual([
    { name: undefined, text, values: ['a', 5] },
    { name: undefined, text, values: ['b', 7] },
  ]);
  expect(sent[900]).toEqual({ name: undefined, text: text.replaceAll('-- 0', '-- 898'), values: ['a', 903] });
});
