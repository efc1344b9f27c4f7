import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contractFiles } from '../../scripts/contract-files.ts';

test.each(Object.entries(contractFiles()))('%s is what the schema says; `npm run generate` writes it', (name, content) => {
  expect(readFileSync(name, 'utf8')).toBe(content);
});
