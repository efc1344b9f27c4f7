import type { Chunks } from './contracts.ts';

/** Set by the build: hash of all chunks, which is part of their names. */
declare const BUILD_HASH: string;

/** Identifies this build. */
export const VERSION = BUILD_HASH;

/**
 * Number of directories `retry-1/` … in which the service serves the same files again, see
 * `src/pages/pages.ts`.
 */
const RETRY_DIRECTORIES = 3;

/**
 * Address of this script. `currentScript` is set only during the script's first, synchronous run. A
 * file of another name is the page's own, combined from several scripts: no chunks are beside it.
 */
const { currentScript } = document;
const { src = '' } = (currentScript ?? {}) as HTMLScriptElement;
let ownAddress = /\/overlay\.js\b/.test(src) ? src : '';
const loaded: { -readonly [C in keyof Chunks]?: Chunks[C] } = {};
let failures = 0;
let directory = '';
let retries = 0;

export const isLoaded = (chunk: keyof Chunks): boolean => chunk in loaded;
export const entryAddress = (): string => ownAddress;

/** Sets the address for a script that was imported as a module, which has no `currentScript`. */
export function setEntryAddress(address: string): void {
  ownAddress = address;
}

/**
 * Loads a chunk, and in parallel the file that it shares with the other one; messages share
 * nothing.
 *
 * `import()` needs no inline script, carries this script's nonce and passes Trusted Types. Chromium
 * remembers a failed import by its address, so a retry needs another one: a query for the chunk
 * itself; another directory when a shared file failed, because the chunk's import of that file is
 * relative and has no query.
 *
 * @param service base of the addresses when the script's own address is unknown.
 * @returns null when a file could not be loaded.
 */
export async function loadChunk<C extends keyof Chunks>(chunk: C, service: string): Promise<Chunks[C] | null> {
  if (!loaded[chunk]) {
    const base = new URL(`overlay${directory}`, ownAddress || `${service}/`).href;
    const query = failures ? `?retry=${failures}` : '';
    const shared = chunk.includes('-') || import(`${base}/shared-${VERSION}.js`);
    try {
      [loaded[chunk]] = await Promise.all([import(`${base}/${chunk}-${VERSION}.js${query}`), shared]);
    } catch {
      failures++;
      try {
        await shared;
      } catch {
        if (retries < RETRY_DIRECTORIES) directory = `/retry-${++retries}`;
      }
    }
  }
  return loaded[chunk] ?? null;
}

/** Imports this script again past caches. Its copy replaces `SvcConfig.Overlay`. */
export async function importEntryAgain(): Promise<void> {
  const address = new URL(ownAddress);
  address.searchParams.set('after', `${VERSION}-${failures}`);
  await import(address.href);
}
