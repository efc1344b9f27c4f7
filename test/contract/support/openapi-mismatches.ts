import { openApi } from '../../../src/rest/openapi.ts';
import { schema } from '../../../src/schema/index.ts';
import type { RoutedOperation } from './operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document or a part of it
type Part = any;

const document: Part = openApi(schema, { version: '0', address: 'https://pinbound.example' });

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/**
 * Lists the differences between a successful response and the OpenAPI document, as `path:
 * difference`.
 */
export function openApiMismatches({ rest: { route } }: RoutedOperation, body: unknown): string[] {
  const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')][route.method.toLowerCase()];
  const { schema: expected } = responseOf(document, operation, route.status).content['application/json'];
  return schemaMismatches(document, expected, body, 'body');
}

/** Returns the successful response of an operation, which may be a shared one. */
export function responseOf(of: Part, operation: Part, status = 200): Part {
  const response = operation.responses[status];
  return response.$ref ? of.components.responses[response.$ref.split('/').at(-1)] : response;
}

/** Lists the differences between a value and a schema of a document. */
export function schemaMismatches(of: Part, part: Part, value: unknown, at: string): string[] {
  if (part.$ref) return schemaMismatches(of, of.components.schemas[part.$ref.split('/').at(-1)], value, at);
  if (part.anyOf) {
    const tries: string[][] = part.anyOf.map((one: Part) => schemaMismatches(of, one, value, at));
    return tries.some((problems) => problems.length === 0) ? [] : tries.flat();
  }
  const types = part.type === undefined ? [] : [part.type].flat();
  const isOther =
    types.length > 0 &&
    ![typeOf(value), ...(typeOf(value) === 'integer' ? ['number'] : [])].some((type) => types.includes(type));
  if (isOther) return [`${at}: ${typeOf(value)}, not ${types}`];
  if (part.enum && !part.enum.includes(value)) return [`${at}: ${value} is none of ${part.enum}`];
  if (typeof value === 'string' && part.format && !FORMATS[part.format]?.test(value))
    return [`${at}: ${value}, not ${part.format}`];
  if (Array.isArray(value))
    return value.flatMap((item, index) => schemaMismatches(of, part.items ?? {}, item, `${at}.${index}`));
  if (typeOf(value) !== 'object' || !part.properties) return [];
  const members = value as Record<string, unknown>;
  return [
    ...(part.required ?? [])
      .filter((name: string) => !(name in members))
      .map((name: string) => `${at}.${name}: is missing`),
    ...Object.entries(members).flatMap(([name, member]) =>
      part.properties[name]
        ? schemaMismatches(of, part.properties[name], member, `${at}.${name}`)
        : [`${at}.${name}: is not described`],
    ),
  ];
}
