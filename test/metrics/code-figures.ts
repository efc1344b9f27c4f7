import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { styleProblems } from '../support/comment-style.ts';
import { areaImports, findCycles, readImports } from '../support/module-imports.ts';
import { repetitionsOf } from '../support/repeated-lines.ts';
import { countStatements } from '../support/statement-counts.ts';

/** Every committed file that a person writes, of the given patterns. */
const committed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !/\.generated\.|\/generated\//.test(path) && path !== 'schema.graphql')
    .map((path) => ({ path, source: readFileSync(path, 'utf8') }));

const CODE = ['*.ts', '*.tsx', '*.mjs'];

/** Places with the same lines, in code, styles and documents. */
export const repetitions = () => repetitionsOf(committed(...CODE, '*.css', '*.graphql'));

/** Figures of the code in the working directory, by name. */
export function codeFigures(): Record<string, string> {
  const figures: Record<string, string> = {};
  const sources = committed(...CODE);
  for (const directory of ['src', 'src/resolvers', 'clients']) {
    const sizes = sizesOf(sources.filter(({ path }) => path.startsWith(`${directory}/`)));
    const quantile = (share: number) => sizes[Math.floor((sizes.length - 1) * share)];
    figures[`${directory}: files, lines`] = `${sizes.length}, ${sizes.reduce((sum, lines) => sum + lines, 0)}`;
    figures[`${directory}: lines per file, median, p90, max`] = `${quantile(0.5)}, ${quantile(0.9)}, ${quantile(1)}`;
    figures[`${directory}: files of 20 lines or fewer`] = `${sizes.filter((lines) => lines <= 20).length}`;
    figures[`${directory}: files of more than 300 lines`] = `${sizes.filter((lines) => lines > 300).length}`;
  }
  const { calls, assertedRows, longPositional, derived } = countStatements();
  figures['statements with derived types, calls of query left'] = `${derived}, ${calls}`;
  figures['row types asserted by hand'] = `${assertedRows}`;
  figures['statements with more than six numbered parameters'] = `${longPositional}`;
  figures['src: loose files'] = `${readdirSync('src').filter((name) => /(?<!\.test)\.ts$/.test(name)).length}`;
  figures['comment lines that break a style rule'] = `${sources.flatMap(({ source }) => styleProblems(source)).length}`;
  const imports = [...readImports('src'), ...readImports('clients')].filter(
    ({ from }) => !from.endsWith('.test.ts') && !from.startsWith('src/generated/'),
  );
  figures['cycles between areas of resolvers, types included'] = `${findCycles(areaImports(imports)).length}`;
  figures['cycles between files, types included'] = `${findCycles(imports).length}`;
  figures['places with six or more equal lines'] = `${repetitions().length}`;
  return figures;
}

/** Lines of each shipped file, ascending; tests are left out. */
const sizesOf = (sources: { path: string; source: string }[]) =>
  sources
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .map(({ source }) => source.split('\n').length - 1)
    .sort((a, b) => a - b);
