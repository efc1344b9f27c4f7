import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';
import { FLOWS } from '../flows/flows.ts';
import { codeFigures, repetitions } from './code-figures.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean' }, repetitions: { type: 'boolean' } } });

/** The list of cases has a megabyte. */
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;
const vitest = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)('npx', ['vitest', ...args], { maxBuffer: MAX_OUTPUT_BYTES });
  return stdout.split('\n');
};

/** Figures that the test files print or are. */
async function testFigures(): Promise<Record<string, string>> {
  const [cases, entered] = await Promise.all([
    vitest('list', '--config', 'test/metrics/vitest.config.ts'),
    vitest('run', 'test/flows'),
  ]);
  const printed = (title: string) => entered.find((text) => text.startsWith(`${title}: `))?.slice(title.length + 2);
  return {
    ...Object.fromEntries(FLOWS.map(({ title }) => [`flow: ${title}`, printed(title) ?? 'not printed by test/flows'])),
    'test cases': `${cases.filter((line) => line.includes(' > ')).length}`,
  };
}

const print = (...columns: string[]) =>
  process.stdout.write(`${columns.map((text, at) => text.padEnd([52, 36][at] ?? 0)).join('')}\n`);

if (values.repetitions) {
  for (const { first, second, lines } of repetitions()) {
    print(`${lines} lines: ${first.path}:${first.line} ~ ${second.path}:${second.line}`);
  }
} else {
  const [tests, code] = await Promise.all([testFigures(), codeFigures()]);
  const figures = { ...code, ...tests };
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (values.json) process.stdout.write(`${JSON.stringify({ version, figures }, null, 2)}\n`);
  else {
    const last = JSON.parse(readFileSync('test/metrics/last-release.json', 'utf8'));
    print('', version, last.version);
    for (const [name, now] of Object.entries(figures)) print(name, now, last.figures[name] ?? 'not measured');
  }
}
