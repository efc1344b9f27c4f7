import { resolve } from 'node:path';
import { annotate, ownPath } from './annotate.ts';
import type { SourceOptions } from './index.ts';

/** Part of what webpack and Turbopack offer to a loader. */
interface LoaderContext {
  readonly resourcePath: string;
  getOptions(): SourceOptions;
}

/** The plugin as a loader, for Turbopack, which takes no plugins. */
export default function loader(this: LoaderContext, code: string): string {
  const options = this.getOptions();
  const root = resolve(options.root ?? process.cwd());
  const file = ownPath(root, this.resourcePath);
  if (file === undefined) return code;
  try {
    return annotate(code, file, { root, elements: options.elements ?? 'all' })?.toString() ?? code;
  } catch {
    // The compiler reports errors in the code.
    return code;
  }
}
