import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { FLOWS } from '../flows/flows.ts';
import { styleProblems } from '../support/comment-style.ts';
import { areaImports, findCycles, readImports } from '../support/module-imports.ts';
import { countStatements } from '../support/statement-counts.ts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const print = (name: string, value: unknown) => process.stdout.write(`${name.padEnd(56)}${value}\n`);

const sources = git('ls-files', '*.ts', '*.mjs').filter((path) => !path.endsWith('.generated.ts'));

/** Lines of each shipped file below a directory, ascending; tests are left out. */
const sizesOf = (directory: string) =>
  sources
    .filter((path) => path.startsWith(`${directory}/`) && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8').split('\n').length - 1)
    .sort((a, b) => a - b);

for (const directory of ['src', 'src/resolvers', 'clients']) {
  const sizes = sizesOf(directory);
  const quantile = (share: number) => sizes[Math.floor((sizes.length - 1) * share)];
  print(`${directory}: files, lines`, `${sizes.length}, ${sizes.reduce((sum, lines) => sum + lines, 0)}`);
  print(`${directory}: lines per file, median, p90, max`, `${quantile(0.5)}, ${quantile(0.9)}, ${quantile(1)}`);
  print(`${directory}: files of 20 lines or fewer`, sizes.filter((lines) => lines <= 20).length);
  print(`${directory}: files of more than 300 lines`, sizes.filter((lines) => lines > 300).length);
}
const { calls, assertedRows, longPositional, derived } = countStatements();
print('statements with derived types, calls of query left', `${derived}, ${calls}`);
print('row types asserted by hand', assertedRows);
print('statements with more than six numbered parameters', longPositional);
print('src: loose files', readdirSync('src').filter((name) => /(?<!\.test)\.ts$/.test(name)).length);

const problems = sources.flatMap((path) => styleProblems(readFileSync(path, 'utf8')));
print('comment lines that break a style rule', problems.length);

const imports = [...readImports('src'), ...readImports('clients')].filter(
  ({ from }) => !from.endsWith('.test.ts') && !from.startsWith('src/generated/'),
);
print('circles of areas of resolvers, types counted', findCycles(areaImports(imports)).length);
print('circles of files, types counted', findCycles(imports).length);

/** The list of cases has a megabyte. */
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;
const vitest = (...args: string[]) =>
  execFileSync('npx', ['vitest', ...args], { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES }).split('\n');
const entered = vitest('run', 'test/flows');
for (const { title } of FLOWS) {
  const line = entered.find((text) => text.startsWith(`${title}: `));
  print(`flow: ${title}`, line?.slice(title.length + 2) ?? 'not printed by test/flows');
}
print('test cases', vitest('list').filter((line) => line.includes(' > ')).length);
