// Writes schema.graphql and openapi.json, the committed contract, from the schema.
import { writeFileSync } from 'node:fs';
import { contractFiles } from './contract-files.ts';

for (const [name, content] of Object.entries(contractFiles()))
  writeFileSync(new URL(`../${name}`, import.meta.url), content);
