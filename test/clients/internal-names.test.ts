import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INTERNAL_NAMES } from '../../scripts/internal-names.mjs';

/** Names that are also CSS classes, indexed access types, or kinds of the panel's messages. */
const ALSO_STRINGS = ['badge', 'dock', 'excerpt', 'outline', 'pick', 'picked', 'point', 'toast'];

const sources = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(directory, file), 'utf8'));

test('properties whose names the build shortens are never named by a string, an export or a message', () => {
  const code = [...sources('clients/overlay'), ...sources('clients/shared')].join('\n');
  const strings = new Set(
    // Types are gone before properties are renamed.
    code.replace(/(Omit|Pick)<[^>]*>|\w+\['\w+'\]/g, '').match(/(?<=['"])\w+(?=['"])/g),
  );
  const messages = ['boot', 'pins', 'ui'].flatMap((catalog) =>
    Object.keys(JSON.parse(readFileSync(`clients/overlay/i18n/${catalog}-en.json`, 'utf8'))),
  );
  const exported = ['app', 'ui', 'quotes', 'visitor'].map((chunk) =>
    readFileSync(`clients/overlay/${chunk}.ts`, 'utf8'),
  );
  for (const name of Object.keys(INTERNAL_NAMES)) {
    if (!ALSO_STRINGS.includes(name)) expect([name, strings.has(name)]).toEqual([name, false]);
    expect(messages).not.toContain(name);
    expect(exported.join('\n')).not.toMatch(new RegExp(`export (\\{[^}]*\\b${name}\\b|function ${name}\\b)`));
  }
  expect(Object.keys(INTERNAL_NAMES).length).toBeGreaterThan(50);
});
