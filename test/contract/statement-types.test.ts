import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFailure, typesOf } from '../../scripts/statements/statement-types.ts';
import { readTypes, type ValueType } from '../../scripts/statements/value-types.ts';
import { createTestDatabase } from '../support/test-database.ts';

let client: pg.Client;
let typeOf: (typeId: number) => ValueType;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  typeOf = await readTypes(client);
});
afterAll(async () => {
  await client.end();
  await drop();
});

const rowOf = async (source: string) => /row: \{ (.*) \} \}$/.exec(await typesOf(client, source, typeOf))?.[1];

describe('types of statements', () => {
  it('derives parameters and columns from tables', async () => {
    const types = await typesOf(
      client,
      'SELECT id, role, created_at AS "createdAt" FROM memberships WHERE organization_id = $organizationId AND role = $role?',
      typeOf,
    );
    const role = "'owner' | 'admin' | 'editor' | 'viewer' | 'guest'";
    const row = `row: { "id": string; "role": ${role}; "createdAt": Date }`;
    expect(types).toBe(`{ parameters: { organizationId: string; role?: ${role} | null | undefined }; ${row} }`);
  });

  it.each([
    ['an optional column', 'SELECT deleted_at FROM projects', '"deleted_at": Date | null'],
    ['an outer join', 'SELECT u.name FROM projects p LEFT JOIN users u ON u.id = p.id', '"name": string | null'],
    [
      'an outer join to an expression',
      'WITH w AS (SELECT * FROM users) SELECT w.name FROM projects p LEFT JOIN w ON w.id = p.id',
      '"name": string | null',
    ],
    [
      'an outer join elsewhere in the statement',
      'WITH n AS (SELECT count(u.id)::int AS n FROM projects p LEFT JOIN users u ON u.id = p.id) SELECT u.name, n.n FROM users u, n',
      '"name": string; "n": number',
    ],
    [
      'the same table twice',
      'SELECT a.name, b.name AS other FROM users a LEFT JOIN users b ON b.email = a.name',
      '"name": string; "other": string | null',
    ],
    ['an inner join', 'SELECT u.name FROM projects p JOIN users u ON u.id = p.id', '"name": string'],
    [
      'a join that a condition makes an inner one',
      "SELECT u.name FROM projects p LEFT JOIN users u ON u.id = p.id WHERE u.name > 'a'",
      '"name": string',
    ],
    ['a changed row', "WITH c AS (UPDATE users SET name = 'a' RETURNING *) SELECT name FROM c", '"name": string'],
    ['a row of a subquery', 'SELECT s.name FROM (SELECT name FROM users LIMIT 1) s', '"name": string'],
    ['a scalar subquery', 'SELECT (SELECT name FROM users LIMIT 1) AS name', '"name": string | null'],
    ['a count', 'SELECT count(*)::int AS total FROM users', '"total": number'],
    ['a wide number', 'SELECT count(*) AS total FROM users', '"total": string'],
    ['an aggregate', 'SELECT max(created_at) AS last FROM users', '"last": Date | null'],
    ['a default', "SELECT coalesce(max(name), '') AS last FROM users", '"last": string'],
    ['a test', 'SELECT EXISTS (SELECT FROM users) AS "isUsed"', '"isUsed": boolean'],
    [
      'a test of each row',
      'SELECT EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id) AS "isMember" FROM users u',
      '"isMember": boolean',
    ],
    [
      'a mark',
      'SELECT max(name) AS "last!", id AS "id?" FROM users GROUP BY id',
      '"last": string; "id": string | null',
    ],
    [
      'a list of labels, which pg does not parse',
      'SELECT array_agg(role) AS roles FROM memberships',
      '"roles": string | null',
    ],
  ])('knows whether a column may be null: %s', async (_, source, row) => {
    expect(await rowOf(source)).toBe(row);
  });

  it('says what does not fit', async () => {
    const source = 'SELECT id\n  FROM users WHERE nickname = $name';
    const error = await typesOf(client, source, typeOf).catch((cause: unknown) => cause);
    expect(describeFailure(error, source)).toBe(
      'column "nickname" does not exist at:   FROM users WHERE nickname = $1',
    );
  });
});
