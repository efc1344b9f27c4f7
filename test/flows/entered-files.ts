import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { sourceOf } from '../support/compiled-sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Scripts and their functions, as V8's coverage reports them. */
interface ScriptCoverage {
  url: string;
  functions: { functionName: string; ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

/**
 * Runs a flow in this process.
 * @returns the files below src/ with a called function, sorted; evaluating a module does
 * not count
 */
export async function enteredFiles(run: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await run();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return distinct(result.filter((script) => calledFunctions(script).length > 0).map(({ url }) => pathOf(url)));
  } finally {
    session.disconnect();
  }
}

/**
 * Runs a flow in a page whose scripts have inline source maps.
 * @returns the files below clients/ with a called function, sorted; evaluating a module
 * does not count
 */
export async function enteredClientFiles(page: Page, run: () => Promise<void>): Promise<string[]> {
  await page.coverage.startJSCoverage({ includeRawScriptCoverage: true, resetOnNavigation: false });
  await run();
  const scripts = await page.coverage.stopJSCoverage();
  return distinct(
    scripts.flatMap(({ text, rawScriptCoverage }) => {
      const [, encoded] = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)/.exec(text) ?? [];
      if (!encoded || !rawScriptCoverage) return [];
      const sourceMap = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
      return calledFunctions(rawScriptCoverage).map((offset) => sourceAt(sourceMap, text, offset));
    }),
  );
}

/** Offsets of the called functions, without the script and the module around it. */
function calledFunctions({ functions }: ScriptCoverage): number[] {
  const end = Math.max(...functions.map(({ ranges }) => ranges[0]?.endOffset ?? 0));
  return functions.flatMap(({ functionName, ranges: [range] }) => {
    if (!range || range.count === 0) return [];
    const isModule = functionName === '' && range.startOffset < 20 && end - range.endOffset < 20;
    return isModule ? [] : [range.startOffset];
  });
}

function sourceAt(sourceMap: SourceMap, text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  const entry = sourceMap.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
  // Paths in source maps are relative to the bundle.
  return 'originalSource' in entry ? entry.originalSource.replace(/^(\.\.\/)+/, '') : '';
}

const pathOf = (url: string) => sourceOf(relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url));

const distinct = (paths: string[]) =>
  [...new Set(paths)].filter((path) => /^(src|clients)\//.test(path) && !path.includes('/generated/')).sort();
