// Cost: 0.1 s, reads the built files.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = readdirSync('dist').filter((file) => file.endsWith('.js'));

test('the source text is ASCII, which V8 keeps in one byte per character', () => {
  expect(files.filter((file) => readFileSync(`dist/${file}`).some((byte) => byte > 0x7f))).toEqual([]);
});

test('source maps cover the own code only, because decoded maps stay in memory', () => {
  const mapped = files.map((file) => JSON.parse(readFileSync(`dist/${file}.map`, 'utf8')) as SourceMap);
  const [own, packages] = [/\/src\//, /node_modules/].map(
    (path) => mapped.flatMap(({ sources }) => sources).filter((source) => path.test(source)).length,
  );
  // Every file of a package has at most a few mappings, of its first line.
  expect(packages).toBeGreaterThan(500);
  expect(own).toBeGreaterThan(400);
  const mappings = mapped.reduce((sum, { mappings: text }) => sum + text.length, 0);
  expect(mappings).toBeLessThan(1_500_000);
});

interface SourceMap {
  sources: string[];
  mappings: string;
}
