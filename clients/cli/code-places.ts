import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, manifestOf } from '../source-plugin/manifest.ts';
import { codeStrings } from './code-strings.ts';
import { git, tryGit } from './git.ts';
import type { World } from './world.ts';

/** Facts known of an element and its code. */
export interface Clues {
  element: Record<string, unknown>;
  /** Id that the build plugin gave it. */
  elementId: string | null | undefined;
  /** Files that the page named. */
  hints: readonly { file: string; line: number | null | undefined; component: string | null | undefined }[];
}

/** A place in the working tree where the code of an element may be. */
export interface CodePlace {
  /** Path from the folder of the command. */
  file: string;
  /** From 1; null if only the file is known. */
  line: number | null;
  /** Why it is listed, and how certain that is: 0 to 1. */
  reason: string;
  confidence: number;
}

/** Build plugin that gives elements ids. */
const PLUGIN = 'pinbound-source';
/** Lists files that are tracked or would be. */
const OF_REPOSITORY = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const MAX_PLACES = 10;
/** Files that repeat texts of the code, and this program. */
const COPIES =
  /(?:^|\/)pinbound\.mjs$|(?:^|\/)(?:node_modules|dist|build|out|coverage|\.next|\.nuxt)\/|\.min\.\w+$|\.map$|lock\.(?:json|yaml)$|\.lock$/;
const TESTS = /(?:^|\/)(?:tests?|__tests__|__snapshots__|fixtures|stories)\/|\.(?:test|spec|stories)\.\w+$|\.snap$/;

/** Finds the code of an element in the working tree, the most probable place first. */
export async function codePlaces(world: World, { element, elementId, hints }: Clues): Promise<CodePlace[]> {
  const files = filesOf(world);
  const found = [
    ...(elementId ? await markedPlaces(world, files, elementId) : []),
    ...hints.flatMap((hint, index) => hintedPlaces(files, hint, index)),
    ...namedPlaces(world, codeStrings(element)),
  ].sort((one, other) => other.confidence - one.confidence);
  // A file is listed once, with its best reason.
  return found
    .filter(({ file }, index) => found.findIndex((each) => each.file === file) === index)
    .slice(0, MAX_PLACES);
}

/**
 * Returns the files that have an element, by the id that the build plugin gives it; empty without
 * the plugin.
 *
 * @throws UsageError outside of a repository
 */
export async function filesByElementId(world: World): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const { project, manifest } of await readManifests(world, filesOf(world))) {
    for (const [id, places] of Object.entries(manifest.elements)) {
      const paths = places.map(([file]) => join(project, manifest.files[file] ?? ''));
      found.set(id, [...(found.get(id) ?? []), ...paths]);
    }
  }
  return found;
}

/** Places of all elements in the folder, with paths from it. */
export async function mergedManifest(world: World): Promise<Manifest> {
  const files: string[] = [];
  const components: string[] = [];
  const elements: Manifest['elements'] = {};
  for (const { project, manifest } of await readManifests(world, filesOf(world))) {
    const [firstFile, firstComponent] = [files.length, components.length];
    files.push(...manifest.files.map((file) => posix.join(project, file)));
    components.push(...manifest.components);
    for (const [id, places] of Object.entries(manifest.elements)) {
      const moved = places.map(([file, line, column, component, tag]): (typeof places)[number] => [
        file + firstFile,
        line,
        column,
        component + firstComponent,
        tag,
      ]);
      elements[id] = [...(elements[id] ?? []), ...moved];
    }
  }
  return { version: 1, files, components, elements };
}

/** Whether two paths may be of the same file: they may begin at different folders. */
export function isSameFile(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

function filesOf(world: World): string[] {
  const listed = git(world, ...OF_REPOSITORY).split('\0');
  // Removed files stay listed until they are committed.
  return listed.filter((file) => file && existsSync(join(world.cwd, file)));
}

/** Marks the templates as a build does, by the plugin of each project in the folder that has it. */
async function readManifests(world: World, files: readonly string[]) {
  const projects = files.filter((file) => /(?:^|\/)package\.json$/.test(file)).map((file) => dirname(file));
  const found = await Promise.all(
    projects.map(async (project): Promise<{ project: string; manifest: Manifest }[]> => {
      const plugin = installedPlugin(world, project);
      if (!plugin) return [];
      const source = (await import(pathToFileURL(plugin).href)) as { manifestOf: typeof manifestOf };
      return [{ project, manifest: source.manifestOf({ root: join(world.cwd, project), elements: 'all' }) }];
    }),
  );
  return found.flat();
}

async function markedPlaces(world: World, files: readonly string[], elementId: string): Promise<CodePlace[]> {
  const manifests = await readManifests(world, files);
  const places = manifests.flatMap(({ project, manifest: { files: templates, components, elements } }) =>
    (elements[elementId] ?? []).map(([file, line, , component, tag]) => ({
      file: join(project, templates[file] ?? ''),
      line,
      reason: `the build plugin marked <${tag}> in ${components[component]}`,
    })),
  );
  return places.map((place) => ({ ...place, confidence: 0.98 / places.length }));
}

/**
 * Path of the plugin if a project names it and it was installed. A plugin among the files of a
 * repository is not run: authors of the repository could run any code on this machine.
 */
function installedPlugin(world: World, project: string): string | undefined {
  if (!readFileSync(join(world.cwd, project, 'package.json'), 'utf8').includes(`"${PLUGIN}"`)) return undefined;
  return [project, '.']
    .map((folder) => join(world.cwd, folder, 'node_modules', PLUGIN, 'index.js'))
    .filter((entry) => existsSync(entry))
    .map((entry) => realpathSync.native(entry))
    .find((entry) => !tryGit({ ...world, cwd: dirname(entry) }, ...OF_REPOSITORY, '--', entry));
}

/** A hint names the last folders of a path. */
function hintedPlaces(files: readonly string[], { file, line, component }: Clues['hints'][number], index: number) {
  const matches = files.filter((each) => each === file || each.endsWith(`/${file}`));
  return matches.map(
    (match): CodePlace => ({
      file: match,
      line: line ?? null,
      reason: `the page named ${file}${component ? `, ${component}` : ''}`,
      // The nearest hint is first; the others contain it.
      confidence: 0.9 / matches.length / (index + 1),
    }),
  );
}

/** Files that contain a string by which code names an element. */
function namedPlaces(world: World, strings: readonly string[]): CodePlace[] {
  return strings.flatMap((string, rank) => {
    const output = tryGit(world, 'grep', '-nIzF', '--untracked', '--no-color', '-e', string, '--', '.') ?? '';
    const lines = output.split('\n').flatMap((each) => {
      const [file = '', line = ''] = each.split('\0');
      return file && !COPIES.test(file) ? [{ file, line: Number(line) }] : [];
    });
    const inFiles = [...new Set(lines.map(({ file }) => file))].filter((file) => !TESTS.test(file));
    // A string that is everywhere names nothing.
    if (inFiles.length > 20) return [];
    return inFiles.map(
      (file): CodePlace => ({
        file,
        line: lines.find((each) => each.file === file)?.line ?? null,
        reason: `contains "${string}"`,
        confidence: 0.8 / inFiles.length / (1 + rank / 4),
      }),
    );
  });
}
