import { readFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { openApi } from '../src/rest/openapi.ts';
import { schema } from '../src/schema/index.ts';

/** The contract as files: content by name. Committed, so that a change of it shows in a diff. */
export function contractFiles(): Record<'schema.graphql' | 'openapi.json', string> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return {
    'schema.graphql': `${printSchema(schema)}\n`,
    'openapi.json': `${JSON.stringify(openApi(schema, { version }), null, 2)}\n`,
  };
}
