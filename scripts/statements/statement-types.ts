import type pg from 'pg';
import { numberParameters } from '../../src/infrastructure/database/statement.ts';
import { describeStatement } from './describe.ts';
import { nullableColumns } from './nullability.ts';
import type { ValueType } from './value-types.ts';

/** Type of one statement in TypeScript: its parameters, and its row. */
export async function typesOf(
  client: pg.Client,
  source: string,
  typeOf: (typeId: number) => ValueType,
): Promise<string> {
  const { text, names, optional } = numberParameters(source);
  const { parameterTypeIds, columns } = await describeStatement(client, text);
  const nullable = await nullableColumns(client, text, columns);
  const parameters = names.map((name, index) => {
    const { parameter } = typeOf(parameterTypeIds[index] ?? 0);
    return optional.has(name) ? `${name}?: ${parameter} | null | undefined` : `${name}: ${parameter}`;
  });
  // pg returns the last of several columns with one name.
  const row = new Map(
    columns.map(({ name, typeId }, index) => {
      const isNullable = name.endsWith('?') || (nullable[index] && !name.endsWith('!'));
      return [name.replace(/[!?]$/, ''), `${typeOf(typeId).column}${isNullable ? ' | null' : ''}`];
    }),
  );
  return `{ parameters: { ${parameters.join('; ')} }; row: { ${[...row].map(([name, type]) => `${JSON.stringify(name)}: ${type}`).join('; ')} } }`;
}

/** The message of PostgreSQL, with the line of the statement. */
export function describeFailure(error: unknown, source: string): string {
  const { message, position, hint } = error as pg.DatabaseError;
  const { text } = numberParameters(source);
  const line = position
    ? ` at: ${text.slice(0, Number(position)).split('\n').at(-1)}${text.slice(Number(position)).split('\n')[0]}`
    : '';
  return `${message}${hint ? ` (${hint})` : ''}${line}`;
}
