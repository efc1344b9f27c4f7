import type { Json } from '../schema/json-schema.ts';

/** An operation of an OpenAPI document, as far as its parts may be shared. */
interface Operation extends Json {
  parameters: (Json & { name?: string })[];
  responses: Record<string, Json>;
}

type Items = Record<string, Record<string, Operation>>;

/**
 * Moves the parameters and successful responses that several operations have into components, which
 * halves what clients download, and gives generators one type for each.
 *
 * @param items operations by method, by path or event
 * @returns the components
 */
export function shareParts(...items: Items[]): { parameters: Json; responses: Json } {
  const operations = items.flatMap((each) => Object.values(each)).flatMap((item) => Object.values(item));
  const parameters = mostUsed(
    operations.flatMap((operation) => operation.parameters).map((part) => [`${part.name}`, part]),
  );
  const responses = mostUsed(operations.flatMap((operation) => successesOf(operation)));
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((part) => referTo('parameters', parameters, `${part.name}`, part));
    for (const [status, response] of Object.entries(operation.responses)) {
      const name = responseName(status, response);
      if (name) operation.responses[status] = referTo('responses', responses, name, response);
    }
  }
  return { parameters: partsOf(parameters), responses: partsOf(responses) };
}

interface Part {
  part: Json;
  text: string;
}

/** For each name the part that most operations have, if there are two of them. */
function mostUsed(parts: (readonly [name: string, part: Json])[]): Map<string, Part> {
  const uses = new Map<string, Map<string, Part & { count: number }>>();
  for (const [name, part] of parts) {
    const text = JSON.stringify(part);
    const variants = uses.get(name) ?? new Map<string, Part & { count: number }>();
    uses.set(name, variants.set(text, { part, text, count: (variants.get(text)?.count ?? 0) + 1 }));
  }
  return new Map(
    [...uses].flatMap(([name, variants]) => {
      const [most] = [...variants.values()].sort((a, b) => b.count - a.count);
      return most && most.count > 1 ? [[name, most] as const] : [];
    }),
  );
}

const partsOf = (parts: Map<string, Part>): Json =>
  Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { part }]) => [name, part]));

const referTo = (kind: string, parts: Map<string, Part>, name: string, part: Json): Json =>
  parts.get(name)?.text === JSON.stringify(part) ? { $ref: `#/components/${kind}/${name}` } : part;

const successesOf = ({ responses }: Operation): (readonly [name: string, part: Json])[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const name = responseName(status, response);
    return name ? [[name, response] as const] : [];
  });

/** Name of a successful response: `AnnotationCreated` or `AnnotationList`; undefined for others. */
function responseName(status: string, { content }: Json): string | undefined {
  if (!/^2\d\d$/.test(status)) return undefined;
  const schema = (content as Record<string, { schema: Json }> | undefined)?.['application/json']?.schema ?? {};
  const { data } = (schema.properties ?? {}) as Record<string, Json | undefined>;
  const of = data ?? schema;
  const type = /\w+$/.exec(String(of.$ref ?? (of.items as Json | undefined)?.$ref ?? ''))?.[0];
  const ending = `${of.type === 'array' ? 'List' : ''}${data ? 'Data' : ''}`;
  return type && `${type}${ending}${ENDINGS[status] ?? ''}`;
}

const ENDINGS: Record<string, string> = { 200: '', 201: 'Created', 202: 'Accepted' };
