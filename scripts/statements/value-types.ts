import type pg from 'pg';

/** Type of a parameter and of a column in TypeScript. */
export interface ValueType {
  parameter: string;
  column: string;
}

const same = (type: string): ValueType => ({ parameter: type, column: type });
const DATE: ValueType = { parameter: 'Date | string', column: 'Date' };
const JSON_VALUE: ValueType = { parameter: 'JsonParameter', column: 'JsonValue' };
/** pg returns numbers that may not fit into one of JavaScript as text. */
const WIDE_NUMBER: ValueType = { parameter: 'string | number | bigint', column: 'string' };

/** Types that pg or src/infrastructure/database/connect-database.ts parses; all others are text. */
const PARSED: Readonly<Record<string, ValueType>> = {
  bool: same('boolean'),
  bytea: same('Buffer'),
  date: DATE,
  float4: same('number'),
  float8: same('number'),
  int2: same('number'),
  int4: same('number'),
  int8: WIDE_NUMBER,
  json: JSON_VALUE,
  jsonb: JSON_VALUE,
  numeric: WIDE_NUMBER,
  oid: same('number'),
  timestamp: DATE,
  timestamptz: DATE,
  void: same('string'),
};

/** Types whose arrays pg parses. It returns arrays of all others, such as enums, as text. */
const PARSED_ARRAYS =
  /^(bool|bytea|date|float[48]|int[248]|jsonb?|numeric|oid|text|timestamp|timestamptz|uuid|varchar|bpchar)$/;

/** Reads the types of a database: by id, how a value is sent and how it is returned. */
export async function readTypes(client: pg.Client): Promise<(typeId: number) => ValueType> {
  const { rows } = await client.query<{ id: number; name: string; element: string | null; labels: string[] | null }>(
    `SELECT t.oid AS id, t.typname AS name, e.typname AS element,
            (SELECT array_agg(enumlabel::text ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = coalesce(e.oid, t.oid)) AS labels
       FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'`,
  );
  const types = new Map(rows.map((row) => [row.id, row]));
  return (typeId) => {
    const type = types.get(typeId);
    if (!type) throw new Error(`The type ${typeId} is not known to the database.`);
    const { name, element, labels } = type;
    const scalar = labels
      ? same(labels.map((label) => `'${label}'`).join(' | '))
      : (PARSED[element ?? name] ?? same('string'));
    if (element === null) return scalar;
    return {
      parameter: `readonly (${scalar.parameter} | null | undefined)[]`,
      column: PARSED_ARRAYS.test(element) ? `(${scalar.column})[]` : 'string',
    };
  };
}
