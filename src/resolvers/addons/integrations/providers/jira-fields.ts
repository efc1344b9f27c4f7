import { z } from 'zod';
import { jsonObjectInput } from '../../../platform/input/json-object.ts';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { type ApiClient, readJson, undefinedIfNotFound } from './api-client.ts';
import { ProviderError } from './provider-error.ts';

const LABEL = 'Jira';
/** Fields that every issue gets, or that Jira fills. */
const FILLED = new Set(['project', 'issuetype', 'summary', 'description', 'labels', 'reporter']);
/** Fields that Pinbound sends, which the create screen must have. */
const SENT = ['summary', 'description', 'labels'];
/** Fields that Jira takes after the creation of an issue only. */
const LATER = new Set(['attachment', 'comment', 'issuelinks', 'worklog']);
/** Issue types and fields that one request asks for; servers may return fewer. */
const PAGE = 200;
const MAX_PAGES = 10;

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
    schema: z.object({ type: z.string(), items: z.string().optional() }).optional(),
    allowedValues: z
      .array(z.object({ id: z.string().optional(), name: z.string().optional(), value: z.string().optional() }))
      .optional(),
  })
  .array();
type CreateField = z.infer<typeof fieldsShape>[number];

/** Cloud and Data Center name the list differently. */
const pageOf = <T extends z.ZodArray>(shape: T, name: string) =>
  z
    .object({ [name]: shape.optional(), values: shape.optional(), total: z.number().optional() })
    .transform((found) => ({ items: (found[name] ?? found.values ?? []) as z.infer<T>, total: found.total as number }));

/** Reads a list to its end; undefined if the server does not have it. */
async function listAll<T extends z.ZodArray>(
  request: ApiClient,
  url: string,
  shape: T,
  name: string,
): Promise<z.infer<T> | undefined> {
  const all: unknown[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const response = await undefinedIfNotFound(request({ url: `${url}?maxResults=${PAGE}&startAt=${all.length}` }));
    if (!response) return undefined;
    const { items, total = 0 } = readJson(LABEL, response, pageOf(shape, name));
    all.push(...items);
    if (items.length === 0 || all.length >= total) break;
  }
  return all as z.infer<T>;
}

/**
 * Checks that an issue of this type can be created: the account may, the create screen has the
 * fields that are sent, and those that the project requires are filled.
 *
 * @throws ProviderError `invalid`, which names the fields with their ids and values
 */
export async function assertFieldsFilled(
  request: ApiClient,
  api: string,
  { projectKey, issueType, email }: { projectKey: string; issueType: string; email?: string },
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  // Data Center names its users, and Cloud knows them by id.
  const isCloud = email !== undefined;
  const url = `${api}/issue/createmeta/${projectKey}/issuetypes`;
  // Data Center has the endpoint since 8.4, and hides it from those who cannot create issues.
  const types = await listAll(request, url, typesShape, 'issueTypes');
  if (!types) return;
  const type = types.find(({ name }) => name === issueType);
  if (!type) {
    throw invalid(
      `The account cannot create issues of the type "${issueType}" in ${projectKey}; give it the permission Create Issues`,
    );
  }
  const fields = await listAll(request, `${url}/${type.id}`, fieldsShape, 'fields');
  if (!fields || fields.length === 0) return;
  const known = new Set(fields.map(({ fieldId }) => fieldId));
  const absent = [...SENT, ...Object.keys(given)].filter((id) => !known.has(id));
  if (absent.length > 0) {
    throw invalid(
      `The create screen of the type "${issueType}" in ${projectKey} lacks fields that are sent: ${absent.join(', ')}; ` +
        'add them to the screen, or remove them from issueFields',
    );
  }
  const missing = fields.filter(
    ({ fieldId, required, hasDefaultValue }) =>
      required && !hasDefaultValue && !FILLED.has(fieldId) && given[fieldId] === undefined,
  );
  const later = missing.filter(({ fieldId }) => LATER.has(fieldId));
  if (later.length > 0) {
    throw invalid(
      `${projectKey} requires fields that no program can fill while it creates an issue of the type "${issueType}": ` +
        `${later.map(described).join(', ')}; make them optional for this type, or set issueType to another one`,
    );
  }
  if (missing.length === 0) return;
  const example = JSON.stringify(
    Object.fromEntries(missing.map((field) => [field.fieldId, exampleOf(field, isCloud)])),
  );
  throw invalid(
    `${projectKey} requires more fields of an issue of the type "${issueType}": ` +
      `${missing.map(described).join(', ')}; set issueFields to their values, such as ${example}`,
  );
}

const invalid = (message: string) => new ProviderError('invalid', message, 400);

function described({ fieldId, name, allowedValues = [] }: CreateField): string {
  const values = allowedValues.flatMap((one) => one.value ?? one.name ?? []).slice(0, 5);
  return oneLine(`${name} (${fieldId}${values.length > 0 ? `: ${values.join(', ')}` : ''})`);
}

/** Values by type, where the project lists none. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  option: { value: '…' },
  version: { name: '…' },
  component: { name: '…' },
  priority: { name: '…' },
  resolution: { name: '…' },
  securitylevel: { name: '…' },
  project: { key: 'SHOP' },
  timetracking: { originalEstimate: '2d' },
  number: 1,
  date: '2026-12-31',
  datetime: '2026-12-31T09:00:00.000+0000',
  user: { accountId: '…' },
  group: { name: '…' },
  issuelink: { key: 'SHOP-1' },
  'option-with-child': { value: '…', child: { value: '…' } },
};

/** A value in the form that the API takes. */
function exampleOf(
  { schema: { type, items = 'string' } = { type: 'string' }, allowedValues: [first] = [] }: CreateField,
  isCloud: boolean,
) {
  const byType = (kind: string) => (kind === 'user' && !isCloud ? { name: '…' } : (EXAMPLES[kind] ?? 'text'));
  const one = (kind: string) => (first ? exampleOfValue(first) : byType(kind));
  return type === 'array' ? [one(items)] : one(type);
}

/** Options have a value, other things a name; some have an id alone. */
function exampleOfValue({ id, name, value }: NonNullable<CreateField['allowedValues']>[number]): unknown {
  if (value !== undefined) return { value };
  return name === undefined ? { id } : { name };
}
