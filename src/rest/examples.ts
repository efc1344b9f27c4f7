import type { Json } from '../schema/json-schema.ts';
import { EXAMPLE_BODIES, EXAMPLE_VALUES } from './example-values.ts';

const TIME = '2026-11-24T10:15:00.000Z';
/** Levels of objects; the schemas have no deeper ones, and none that contains itself. */
const MAX_DEPTH = 12;

/** Values of schemas without an entry in the table. */
const BY_FORMAT: Record<string, unknown> = {
  uuid: EXAMPLE_VALUES.id,
  'date-time': TIME,
  date: TIME.slice(0, 10),
};
const BY_TYPE: Record<string, unknown> = { string: 'text', integer: 1, number: 1, boolean: true, object: {} };

/** Creates examples of schemas, whose references are resolved in `components`. */
export function createExamples(components: Readonly<Record<string, unknown>>) {
  const resolve = (schema: Json): { name: string; schema: Json } => {
    const [, name = ''] = /\/([^/]+)$/.exec(String(schema.$ref ?? '')) ?? [];
    return name ? { name, schema: components[name] as Json } : { name, schema };
  };

  /**
   * @param owner name of the schema that has the member
   * @param member name of the member
   */
  function exampleOf(given: Json, owner = '', member = '', depth = 0): unknown {
    const [alternative] = (given.anyOf ?? []) as Json[];
    const { name, schema } = resolve(alternative ?? given);
    if ('const' in schema) return schema.const;
    const [type] = [schema.type].flat() as (string | undefined)[];
    const known = knownValue(owner, member);
    const values = schema.enum as unknown[] | undefined;
    if (values) return values.includes(known) ? known : isNullable(given) ? null : values[0];
    if (known !== undefined && (known !== null || isNullable(given)) && hasType(known, type)) return known;
    if (member !== '' && isNullable(given)) return null;
    if (type === 'array') {
      const item = exampleOf(schema.items as Json, owner, '', depth + 1);
      return item === undefined ? [] : [item];
    }
    if (schema.properties && depth < MAX_DEPTH) return objectExample(schema, name, depth);
    return BY_FORMAT[String(schema.format)] ?? (type === undefined ? null : BY_TYPE[type]);
  }

  function objectExample(schema: Json, name: string, depth: number, members?: readonly string[]): Json {
    const properties = schema.properties as Record<string, Json>;
    const chosen = Object.entries(properties).filter(([member]) => !members || members.includes(member));
    return Object.fromEntries(chosen.map(([member, of]) => [member, exampleOf(of, name, member, depth + 1)]));
  }

  return {
    exampleOf: (schema: Json) => exampleOf(schema),
    /**
     * Example of an operation's body: its required members, or all; and those of the table.
     *
     * @param name name of its schema
     */
    bodyExample(operation: string, name: string): Json {
      const schema = components[name] as Json;
      const required = schema.required as string[] | undefined;
      return { ...objectExample(schema, name, 0, required), ...EXAMPLE_BODIES[operation] };
    },
  };
}

const knownValue = (owner: string, member: string): unknown =>
  member === '' ? undefined : (EXAMPLE_VALUES[`${owner}.${member}`] ?? EXAMPLE_VALUES[member]);

const isNullable = ({ type, anyOf }: Json): boolean =>
  [type].flat().includes('null') || ((anyOf ?? []) as Json[]).some((each) => each.type === 'null');

/** Whether a value of the table has the type of a schema. */
function hasType(value: unknown, type: string | undefined): boolean {
  if (value === null || type === undefined) return true;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && !Array.isArray(value);
}
