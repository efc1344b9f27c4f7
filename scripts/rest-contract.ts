/** The members of a JSON schema that the contract names. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
}

interface Body {
  content?: Record<string, { schema: Schema }>;
}

interface Parameter {
  in: string;
  name: string;
  required: boolean;
  schema: Schema;
}

interface Reference {
  $ref: string;
}

interface Operation {
  operationId: string;
  security: object[];
  parameters: (Parameter | Reference)[];
  requestBody?: Body;
  responses: Record<string, Body | Reference>;
}

/** Operations by method, by path or event. */
type Items = Record<string, Record<string, Operation>>;

/** The members of an OpenAPI document that the contract names. */
export interface OpenApiDocument {
  paths: Items;
  webhooks: Items;
  components: {
    parameters: Record<string, Parameter>;
    responses: Record<string, Body>;
    schemas: Record<string, Schema>;
  };
}

/**
 * Text of everything that a REST client or a webhook receiver relies on, one fact per line:
 * endpoints with their parameters, bodies and statuses, and schemas with their members. Without
 * descriptions and examples, so that a change of a line is a change of the contract.
 *
 * @param document OpenAPI document
 */
export function restContract(document: OpenApiDocument): string {
  const blocks = [
    ...operations(document.paths, document),
    ...operations(document.webhooks, document),
    ...Object.entries(document.components.schemas).map(([name, schema]) => schemaBlock(name, schema)),
  ];
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** Block of each operation below the paths, or the events of webhooks. */
const operations = (items: Items, { components }: OpenApiDocument): string[][] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const parameters = operation.parameters.map((part) => resolve(part, components.parameters));
      const responses = Object.entries(operation.responses).map(([status, part]) => [
        status,
        // All errors have one schema.
        status.startsWith('2') ? resolve(part, components.responses) : {},
      ]);
      const resolved = { ...operation, parameters, responses: Object.fromEntries(responses) };
      return operationBlock(`${method.toUpperCase()} ${path}`, resolved);
    }),
  );

/** A part of an operation, or the shared one that it refers to. */
const resolve = <T extends object>(part: T | Reference, shared: Record<string, T>): T =>
  '$ref' in part ? (shared[part.$ref.split('/').at(-1) ?? ''] as T) : part;

interface Resolved extends Omit<Operation, 'parameters' | 'responses'> {
  parameters: Parameter[];
  responses: Record<string, Body>;
}

function operationBlock(
  title: string,
  { operationId, security, parameters, requestBody, responses }: Resolved,
): string[] {
  const access = security.length > 0 ? '' : ', public';
  return [
    `${title} (${operationId}${access})`,
    ...parameters.map(({ in: place, name, required, schema }) => {
      return `  ${place} ${name}${required ? '' : '?'}: ${typeText(schema)}`;
    }),
    ...contents(requestBody).map((type) => `  body: ${type}`),
    ...answers(responses),
  ];
}

/** A line for each status with content, and one for the others, which are errors. */
function answers(responses: Resolved['responses']): string[] {
  const statuses = Object.entries(responses).map(([status, response]) => ({ status, content: contents(response) }));
  const bodies = statuses.filter(({ content }) => content.length > 0);
  const others = statuses.filter(({ content }) => content.length === 0);
  return [
    ...bodies.map(({ status, content }) => `  ${status}: ${content.join(', ')}`),
    `  ${others.map(({ status }) => status).join(' ')}`,
  ];
}

/** Content of a body or response, one text per media type. */
const contents = (body: Body | undefined): string[] =>
  Object.entries(body?.content ?? {}).map(([type, { schema }]) =>
    type === 'application/json' ? typeText(schema) : `${type} ${typeText(schema)}`,
  );

function schemaBlock(name: string, schema: Schema): string[] {
  if (!schema.properties) return [`${name} = ${typeText(schema)}`];
  const open = schema.additionalProperties ? ['  …'] : [];
  return [name, ...members(schema).map((member) => `  ${member}`), ...open];
}

const members = ({ properties = {}, required = [] }: Schema): string[] =>
  Object.entries(properties).map(([key, schema]) => {
    return `${key}${required.includes(key) ? '' : '?'}: ${typeText(schema)}`;
  });

/** Type of a schema in one line, with its bounds and its default. */
function typeText(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const base = [schema.type ?? 'any'].flat().map((type) => namedType(type, schema));
  return [base.join(' | '), defaultOf(schema)].filter(Boolean).join(' ');
}

function namedType(type: string, schema: Schema): string {
  if (type === 'null') return type;
  if (type === 'array') return `(${typeText(schema.items ?? {})})[]`;
  if (type === 'object' && schema.properties) return `{ ${members(schema).join(', ')} }`;
  return [type, schema.format, bounds(schema)].filter(Boolean).join(' ');
}

function bounds({ minimum, maximum, minLength, maxLength }: Schema): string | undefined {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength];
  return least === undefined && most === undefined ? undefined : `${least ?? ''}–${most ?? ''}`;
}

const defaultOf = (schema: Schema): string | undefined =>
  schema.default === undefined ? undefined : `= ${JSON.stringify(schema.default)}`;
