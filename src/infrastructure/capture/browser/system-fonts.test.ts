import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasFonts } from './system-fonts.ts';

test('finds no fonts in directories without font files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pinbound-fonts-'));
  const directories = [join(root, 'missing'), join(root, 'present')];
  const family = join(root, 'present', 'truetype', 'family');
  await mkdir(family, { recursive: true });
  await writeFile(join(family, 'README'), '');
  expect(await hasFonts(directories)).toBe(false);
  await writeFile(join(family, 'Family-Regular.TTF'), '');
  expect(await hasFonts(directories)).toBe(true);
  await rm(root, { recursive: true });
});
