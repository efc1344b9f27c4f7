import { expect, test } from 'vitest';
import { TOKEN_ACTIONS, TOKEN_PRESETS, type TokenPreset } from '../../src/resolvers/platform/policies/token-actions.ts';
import { readPage, tableOf } from './support/markdown.ts';

const page = readPage('docs/access-tokens.md');
const namesIn = (cell = '') => cell.replace('those of ', '').split(', ');

test('lists every action of access tokens', () => {
  const listed = tableOf(page, 'Action', 'Permits').flatMap(([names]) => namesIn(names));
  expect(listed.sort()).toEqual([...TOKEN_ACTIONS].sort());
});

test('lists the actions of every preset', () => {
  const rows = tableOf(page, 'Preset', 'Actions').map(([preset, actions]) => [namesIn(preset)[0], namesIn(actions)]);
  const included = (names: string[]) => names.flatMap((name) => TOKEN_PRESETS[name as TokenPreset] ?? [name]);
  expect(Object.fromEntries(rows.map(([preset, names]) => [preset, included(names as string[])]))).toEqual(
    TOKEN_PRESETS,
  );
});
