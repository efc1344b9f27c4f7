import { relative, sep } from 'node:path';
import { annotate, TEMPLATES } from './annotate.ts';
import type { SourceOptions } from './index.ts';

/** Part of what webpack and Turbopack offer to a loader. */
interface LoaderContext {
  readonly resourcePath: string;
  getOptions(): SourceOptions;
}

/** The plugin as a loader, for Turbopack, which takes no plugins. */
export default function loader(this: LoaderContext, code: string): string {
  const { root = process.cwd(), elements = 'all' } = this.getOptions();
  const file = relative(root, this.resourcePath).split(sep).join('/');
  if (!TEMPLATES.test(file) || /^\.\.|(?:^|\/)node_modules\//.test(file)) return code;
  try {
    return annotate(code, file, { root, elements })?.toString() ?? code;
  } catch {
    // The compiler reports errors in the code.
    return code;
  }
}
