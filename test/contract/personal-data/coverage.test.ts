import { beforeAll, expect, test } from 'vitest';
import { PERSONAL_TABLES } from '../../../src/resolvers/addons/personal-data/personal-tables.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { WITHOUT_PERSONAL_DATA } from './columns-without-personal-data.ts';

const app = useTestApp();

const GUIDE = `
A table or column of the database may hold personal data, and nobody has decided. Decide for each of them:
- It holds personal data: add it to PERSONAL_TABLES in src/resolvers/addons/personal-data/personal-tables.ts, with how the rows
  of a person are found, which columns the export contains, and how they are erased. Add a row with a marker to
  test/contract/personal-data/erasure.test.ts, and the table to "Personal data" in docs/secure.md.
- It holds none (settings, states, texts of the service): add it to test/contract/personal-data/columns-without-personal-data.ts.
A column that no longer exists is removed from both lists.
`;

interface Column {
  table: string;
  column: string;
  /** Action of a foreign key to users on the deletion of the account. */
  onErasure: string | null;
}

/** Columns whose type can hold personal data, or that reference an account; partitions omitted. */
const CANDIDATES = `SELECT c.table_name AS table, c.column_name AS column, k.confdeltype AS "onErasure"
  FROM information_schema.columns c
  JOIN pg_class r ON r.oid = format('%I.%I', c.table_schema, c.table_name)::regclass AND NOT r.relispartition
  JOIN pg_attribute a ON a.attrelid = r.oid AND a.attname = c.column_name
  LEFT JOIN pg_constraint k ON k.contype = 'f' AND k.conrelid = r.oid AND k.confrelid = 'users'::regclass
                           AND k.conkey = ARRAY[a.attnum]
 WHERE c.table_schema = 'public' AND c.table_name <> '_prisma_migrations' AND r.relkind IN ('r', 'p')
   AND (k.oid IS NOT NULL OR c.udt_name ~ '^_?(text|varchar|bpchar|citext|json|jsonb|bytea|inet|tsvector|xml)$'
     OR c.udt_name ~ '^_?uuid$' AND c.column_name ~ '(user|actor|author|assignee|member|visitor|session)_id$|^mentions$')
 ORDER BY 1, 2`;

let columns: Column[];
beforeAll(async () => {
  columns = (await app.services.pool.query<Column>(CANDIDATES)).rows;
});

const personal = PERSONAL_TABLES.flatMap(({ table, key = [], exported, omitted = [] }) =>
  [key, exported, omitted].flat().map((column) => `${table}.${column}`),
);
const others = Object.entries(WITHOUT_PERSONAL_DATA).flatMap(([table, names]) =>
  names.map((column) => `${table}.${column}`),
);

test('every column that may hold personal data is exported, erased or listed as holding none', () => {
  const undecided = columns
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !personal.includes(name) && !others.includes(name));
  expect(undecided, GUIDE).toEqual([]);
});

test('no column is listed twice or without need', () => {
  expect(
    others.filter((name) => personal.includes(name)),
    GUIDE,
  ).toEqual([]);
  const candidates = columns.map(({ table, column }) => `${table}.${column}`);
  expect(
    others.filter((name) => !candidates.includes(name)),
    GUIDE,
  ).toEqual([]);
});

test('listed tables and columns exist', async () => {
  const { rows } = await app.services.pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  const existing = rows.map(({ name }) => name);
  expect(
    personal.filter((name) => !existing.includes(name)),
    GUIDE,
  ).toEqual([]);
  const keys = PERSONAL_TABLES.flatMap(({ table, rows: ofPerson, key = 'id' }) =>
    ofPerson ? [`${table}.${key}`] : [],
  );
  expect(keys.filter((name) => !existing.includes(name))).toEqual([]);
});

test('rows of an account that no statement erases are deleted with it', () => {
  const kept = PERSONAL_TABLES.filter(({ erase }) => erase === 'account').filter(
    ({ table }) => !columns.some((column) => column.table === table && column.onErasure === 'c'),
  );
  expect(kept.map(({ table }) => table)).toEqual([]);
  const blocking = columns.filter(({ onErasure }) => onErasure === 'a' || onErasure === 'r');
  expect(blocking, 'a foreign key to users needs ON DELETE CASCADE or SET NULL').toEqual([]);
});
