import { z } from 'zod';
import { jsonObjectInput } from '../../../platform/input/json-object.ts';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { type ApiClient, readJson, undefinedIfNotFound } from './api-client.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'Jira';
/** Fields that every issue gets, or that Jira fills. */
const FILLED = new Set(['project', 'issuetype', 'summary', 'description', 'labels', 'reporter']);
/** Issue types and fields that one request reads. */
const PAGE = 200;

/** Values of further fields, by id, as the API of Jira takes them. */
export const issueFieldsInput = jsonObjectInput.pipe(
  z
    .record(z.string(), z.unknown())
    .refine(
      (fields) => Object.keys(fields).every((id) => /^[A-Za-z][\w-]{0,63}$/.test(id)),
      'must have the ids of fields as names, such as customfield_10010',
    )
    .refine(
      (fields) => Object.keys(fields).every((id) => !FILLED.has(id)),
      `must not contain ${[...FILLED].join(', ')}, which Pinbound or Jira fills`,
    ),
);

const typesShape = z.object({ id: z.string(), name: z.string() }).array();
const fieldsShape = z
  .object({
    fieldId: z.string(),
    name: z.string(),
    required: z.boolean(),
    hasDefaultValue: z.boolean().default(false),
    schema: z.object({ type: z.string() }).optional(),
    allowedValues: z
      .array(z.object({ id: z.string().optional(), name: z.string().optional(), value: z.string().optional() }))
      .optional(),
  })
  .array();
type CreateField = z.infer<typeof fieldsShape>[number];

/** Cloud and Data Center name the list differently. */
const listOf = <T extends z.ZodType>(shape: T, name: string) =>
  z
    .object({ [name]: shape.optional(), values: shape.optional() })
    .transform((found) => (found[name] ?? found.values ?? []) as z.infer<T>);

/**
 * Reads which fields the project requires of an issue of this type, and are not filled.
 *
 * @throws ProviderError `invalid`, which names them with their ids and values
 */
export async function assertFieldsFilled(
  request: ApiClient,
  api: string,
  { projectKey, issueType }: { projectKey: string; issueType: string },
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const url = `${api}/issue/createmeta/${projectKey}/issuetypes`;
  // Data Center has the endpoint since 8.4, and hides it from those who cannot create issues.
  const types = await undefinedIfNotFound(request({ url: `${url}?maxResults=${PAGE}` }));
  const type = types && readJson(LABEL, types, listOf(typesShape, 'issueTypes')).find(({ name }) => name === issueType);
  if (!type) return;
  const response = await undefinedIfNotFound(request({ url: `${url}/${type.id}?maxResults=${PAGE}` }));
  if (!response) return;
  const missing = readJson(LABEL, response, listOf(fieldsShape, 'fields')).filter(
    ({ fieldId, required, hasDefaultValue }) =>
      required && !hasDefaultValue && !FILLED.has(fieldId) && given[fieldId] === undefined,
  );
  if (missing.length === 0) return;
  const example = JSON.stringify(Object.fromEntries(missing.map((field) => [field.fieldId, exampleOf(field)])));
  throw new ProviderError(
    'invalid',
    `${projectKey} requires more fields of an issue of the type "${issueType}": ` +
      `${missing.map(described).join(', ')}; set issueFields to their values, such as ${example}`,
    400,
  );
}

function described({ fieldId, name, allowedValues = [] }: CreateField): string {
  const values = allowedValues.flatMap((one) => one.value ?? one.name ?? []).slice(0, 5);
  return oneLine(`${name} (${fieldId}${values.length > 0 ? `: ${values.join(', ')}` : ''})`);
}

/** A value in the form that the API takes. */
function exampleOf({ schema, allowedValues: [first] = [] }: CreateField): unknown {
  const value = first && (first.value === undefined ? { name: first.name ?? '' } : { value: first.value });
  if (schema?.type === 'number') return 1;
  if (schema?.type === 'array') return [value ?? 'text'];
  return value ?? 'text';
}
