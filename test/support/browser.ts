import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';

/**
 * Starts the Chromium of the npm package, or the one named by CHROMIUM_PATH. Works without the
 * browser's system libraries, and when several test files unpack it concurrently. The test closes
 * it.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await chromium.executablePath());
  let env: NodeJS.ProcessEnv = process.env;
  for (let attempt = 1; ; attempt++) {
    try {
      return await puppeteer.launch({ executablePath, headless: 'shell', args: ARGUMENTS, env });
    } catch (error) {
      const reason = String(error);
      if (attempt === 20) throw error;
      if (/ETXTBSY|EACCES|ENOEXEC/.test(reason)) await sleep(500);
      else if (/shared libraries/.test(reason) && env === process.env) env = await withBundledLibraries();
      else throw error;
    }
  }
}

/**
 * Replaces the arguments of the package, which disable the sandbox, web security and site
 * isolation.
 */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--hide-scrollbars',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * The package contains libnss3 and similar libraries, but unpacks them only on known cloud
 * providers.
 */
async function withBundledLibraries(): Promise<NodeJS.ProcessEnv> {
  const target = join(tmpdir(), 'chromium-libraries');
  const env = { ...process.env, LD_LIBRARY_PATH: join(target, 'lib') };
  if (existsSync(target)) return env;
  const staging = `${target}-${process.pid}`;
  const archive = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../../bin/al2023.tar.br',
  );
  await mkdir(staging);
  await writeFile(join(staging, 'libraries.tar'), brotliDecompressSync(await readFile(archive)));
  await promisify(execFile)('tar', ['-x', '-f', 'libraries.tar'], { cwd: staging });
  // Another test file may have unpacked them first; its copy is equivalent.
  await rename(staging, target).catch(() => rm(staging, { recursive: true }));
  return env;
}
