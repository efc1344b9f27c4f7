import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesByElementId, isSameFile } from '../code-places.ts';
import { codeStrings } from '../code-strings.ts';
import { type Call, type Command, EXIT, textOption } from '../command.ts';
import { git, tryGit } from '../git.ts';
import { safeLine } from '../terminal-text.ts';
import { UsageError, type World } from '../world.ts';

/** Size of a file that is searched, bytes; sources are smaller. */
const MAX_FILE = 1 << 20;

/** Lists guarded looks, and those whose element occurs in changed files. */
export const guards: Command = {
  usage: '[--changed] [--page <URL>]',
  description: 'List accepted looks, which must stay.',
  options: { changed: { type: 'boolean' }, base: { type: 'string' }, page: { type: 'string' } },
  help: [
    '  --changed        Only looks whose element is in files that differ from the base, and in which',
    '                   file: by the build plugin, by files that the page named, or by the id, class,',
    '                   test id or text of the element. Others may be affected, too.',
    '  --base <COMMIT>  HEAD by default; in a pull request, the target branch.',
    '  --page <URL>     Only looks of this page.',
  ],
  async run(call) {
    const { positionals, print, values, world } = call;
    if (positionals.length > 0) throw new UsageError('expected: pinbound guards [--changed] [--page <URL>]');
    const base = textOption(call, 'base');
    if (base !== undefined && !values.changed) throw new UsageError('--base is an option of --changed');
    const files = values.changed ? readChangedFiles(world, base ?? 'HEAD') : undefined;
    const all = await readGuards(call);
    const marked = files && (await filesByElementId({ ...world, cwd: rootOf(world) }));
    const found = all.flatMap(({ elementId, hints, ...guard }) => {
      if (!files) return [{ ...guard, occursIn: [] }];
      const known = { element: guard.element, hints, marked: (elementId && marked?.get(elementId)) || [] };
      const occursIn = occurrences(known, files);
      return occursIn.length > 0 ? [{ ...guard, occursIn }] : [];
    });
    print.json({ guards: found, ...(files && { changedFiles: files.length, otherGuards: all.length - found.length }) });
    for (const { number, text, url, occursIn } of found) {
      print.line(`#${number}  ${safeLine(text, 100)}`);
      print.line(`     ${safeLine(url, 200)}`);
      for (const { file, reason } of occursIn) print.line(`     ${safeLine(file)}: ${safeLine(reason, 100)}`);
    }
    if (files) {
      print.line(
        `${found.length} of ${all.length} guarded looks occur in ${files.length} changed files; the others are not linked to files.`,
      );
    } else if (found.length === 0) print.line('No guarded looks.');
    return EXIT.fine;
  },
};

interface GuardedLook {
  id: string;
  annotationId: string;
  number: number | undefined;
  text: string;
  url: string;
  element: Record<string, unknown>;
  elementId: string | null | undefined;
  /** Files that the page named. */
  hints: readonly string[];
}

const ANNOTATION = {
  number: true,
  content: true,
  element: true,
  diagnostics: { elementId: true, source: { file: true } },
} as const;

/** Reads all active guards. */
async function readGuards(call: Call): Promise<GuardedLook[]> {
  const client = call.settings.client();
  const projectId = call.settings.projectId();
  const url = textOption(call, 'page');
  const found: GuardedLook[] = [];
  for (let after: string | undefined; ; ) {
    const { guards: page } = await client.query({
      guards: {
        $: { projectId, state: 'active', url, first: 100, after },
        nodes: { id: true, annotationId: true, url: true, annotation: ANNOTATION },
        pageInfo: { hasNextPage: true, endCursor: true },
      },
    });
    for (const { id, annotationId, url: address, annotation } of page?.nodes ?? []) {
      const { number, content = '', element = {}, diagnostics } = annotation ?? {};
      const { elementId, source = [] } = diagnostics ?? {};
      const hints = source.map(({ file }) => file);
      found.push({ id, annotationId, number, text: content, url: address, element, elementId, hints });
    }
    if (!page?.pageInfo.hasNextPage || !page.pageInfo.endCursor) return found;
    after = page.pageInfo.endCursor;
  }
}

interface ChangedFile {
  file: string;
  text: string;
}

const rootOf = (world: World): string => git(world, 'rev-parse', '--show-toplevel');

/** Reads the files that differ from a commit, new ones included. */
function readChangedFiles(world: World, base: string): ChangedFile[] {
  const root = rootOf(world);
  if (base.startsWith('-')) throw new UsageError('--base must be a commit or a branch');
  if (!tryGit(world, 'rev-parse', '--verify', '--quiet', 'HEAD')) {
    throw new UsageError('The repository has no commit to compare with. Commit first.');
  }
  const names = [
    git(world, 'diff', '--name-only', '-z', '--diff-filter=d', '--no-relative', base, '--'),
    git({ ...world, cwd: root }, 'ls-files', '--others', '--exclude-standard', '-z'),
  ].flatMap((text) => text.split('\0').filter(Boolean));
  return [...new Set(names)].flatMap((file) => {
    const path = join(root, file);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > MAX_FILE) return [];
    return [{ file, text: readFileSync(path, 'utf8') }];
  });
}

interface KnownElement extends Pick<GuardedLook, 'element' | 'hints'> {
  /** Files in which the build plugin marked it. */
  marked: readonly string[];
}

/** Finds the files in which an element is, each with the best reason. */
function occurrences({ element, hints, marked }: KnownElement, files: readonly ChangedFile[]) {
  const strings = codeStrings(element);
  return files.flatMap(({ file, text }) => {
    if (marked.includes(file)) return [{ file, reason: 'the build plugin marked it' }];
    const hint = hints.find((each) => isSameFile(each, file));
    if (hint !== undefined) return [{ file, reason: `the page named ${hint}` }];
    const string = strings.find((each) => text.includes(each));
    return string === undefined ? [] : [{ file, reason: `contains "${string}"` }];
  });
}
