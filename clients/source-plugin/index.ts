import { resolve } from 'node:path';
import { createUnplugin } from 'unplugin';
import { annotate, ownPath, type Scope } from './annotate.ts';

export { type Manifest, manifestOf } from './manifest.ts';

export interface SourceOptions {
  /** Directory of the project, where paths start. The working directory by default. */
  readonly root?: string;
  /** `content` marks only elements with handlers, text or images. `all` by default. */
  readonly elements?: Scope;
}

/**
 * Adds an id to each element of JSX, Vue, Svelte and HTML, as `data-pb`. The id reveals nothing;
 * `manifestOf` finds its line in the code.
 */
const source = createUnplugin(({ root = process.cwd(), elements = 'all' }: SourceOptions | undefined = {}) => {
  const folder = resolve(root);
  const mark = (code: string, id: string) => {
    const file = ownPath(folder, id);
    return file === undefined ? undefined : annotate(code, file, { root: folder, elements });
  };
  return {
    name: 'pinbound-source',
    // Before the compilers of frameworks: ids come from the code as people wrote it.
    enforce: 'pre',
    transformInclude: (id) => ownPath(folder, id) !== undefined && !/\.html?$/.test(id),
    transform(code, id) {
      try {
        const text = mark(code, id);
        return text && { code: text.toString(), map: text.generateMap({ source: id, hires: 'boundary' }) };
      } catch {
        // The compiler of the framework reports errors in the code; others leave it without ids.
        return undefined;
      }
    },
    vite: {
      transformIndexHtml: {
        order: 'pre',
        handler: (html, { filename }) => mark(html, filename)?.toString(),
      },
    },
  };
});

export default source;
