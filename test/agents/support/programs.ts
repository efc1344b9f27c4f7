import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PACKAGES = resolve('test/agents/node_modules');

/** Node.js 24, which the programs here need; the service runs on 20 as well. */
export function node24(): string {
  const platform = process.platform === 'darwin' ? ['node-bin-darwin', 'node-darwin'] : ['node-linux'];
  const found = platform
    .map((name) => join(PACKAGES, `${name}-${process.arch}`, 'bin/node'))
    .find((path) => existsSync(path));
  if (found) return found;
  throw new Error('Node.js 24 is not installed; run npm run test:agents');
}

export const CONFORMANCE = join(PACKAGES, '@modelcontextprotocol/conformance/dist/index.js');
export const INSPECTOR = join(PACKAGES, '@modelcontextprotocol/inspector/clients/cli/build/index.js');
