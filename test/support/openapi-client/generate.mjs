// Writes the types that openapi-typescript generates from an OpenAPI document: input, output.
import { writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , input = '', output = ''] = process.argv;
register('./resolve-typescript.mjs', import.meta.url);
const { default: generate, astToString } = await import('openapi-typescript');
await writeFile(output, astToString(await generate(pathToFileURL(input))));
