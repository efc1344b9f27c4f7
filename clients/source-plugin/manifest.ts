import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnnotateOptions, markedElements, TEMPLATES } from './annotate.ts';

/** Places of the elements of a commit in the code. */
export interface Manifest {
  readonly version: 1;
  /** Paths from the root of the project. */
  readonly files: string[];
  readonly components: string[];
  /**
   * By id: index of the file, line, column, index of the component, tag. Few ids have several
   * places.
   */
  readonly elements: Record<string, [file: number, line: number, column: number, component: number, tag: string][]>;
}

/**
 * Reads the templates of a working tree and returns the places of their elements: all files that
 * Git tracks or would track. A build adds the same ids, since they depend on nothing but the code.
 */
export function manifestOf({ root, elements: scope }: AnnotateOptions): Manifest {
  const files: string[] = [];
  const components: string[] = [];
  const elements: Manifest['elements'] = Object.create(null);
  for (const file of filesOf(root)) {
    for (const { id, line, column, component, tag } of elementsIn(file)) {
      elements[id] ??= [];
      elements[id].push([indexIn(files, file), line, column, indexIn(components, component), tag]);
    }
  }
  return { version: 1, files, components, elements };

  function elementsIn(file: string) {
    try {
      return markedElements(readFileSync(join(root, file), 'utf8'), file, { root, elements: scope });
    } catch {
      // A file that is removed, or that its compiler cannot read either.
      return [];
    }
  }
}

const filesOf = (root: string): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
  })
    .split('\0')
    .filter((file) => TEMPLATES.test(file) && !/(?:^|\/)node_modules\//.test(file));

function indexIn(names: string[], name: string): number {
  const index = names.lastIndexOf(name);
  return index < 0 ? names.push(name) - 1 : index;
}
