import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../codegen.ts';

test.each(Object.entries(await generatedFiles()))(
  '%s matches the schema; `npm run generate` writes it',
  (name, content) => {
    expect(readFileSync(name, 'utf8')).toBe(content);
  },
);
