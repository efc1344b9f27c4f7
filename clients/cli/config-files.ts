import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import type { Agent, Folders, Json } from './agents.ts';
import { readIfPresent } from './read-if-present.ts';
import { UsageError } from './world.ts';

/** A file that a command writes, or removes if it has no text. */
export interface Change {
  path: string;
  text: string | undefined;
}

/** Returns the configuration of an agent with the entry, or without it if there is no address. */
export function changeAgent({ file, entry }: Agent, folders: Folders, endpoint: string | undefined): Change[] {
  const path = file(folders);
  const present = readIfPresent(path);
  if (present === undefined && endpoint === undefined) return [];
  const text = 'table' in entry ? editToml(present ?? '', entry, endpoint) : editJson(path, present, entry, endpoint);
  return text === (present ?? '') ? [] : [{ path, text: text.trim() === '' ? undefined : text }];
}

type JsonEntry = Extract<Agent['entry'], { members: readonly string[] }>;
type TomlEntry = Extract<Agent['entry'], { table: string }>;

function editJson(path: string, present: string | undefined, { members, value }: JsonEntry, endpoint?: string): string {
  const content = present?.trim() ? parseJson(path, present) : {};
  const [outer = '', inner = ''] = members;
  const { [inner]: _previous, ...others } = Object(content[outer]) as Json;
  const entries = endpoint === undefined ? others : { ...others, [inner]: value(endpoint) };
  const { [outer]: previous, ...rest } = content;
  if (endpoint === undefined && !(inner in Object(previous))) return present ?? '';
  const changed = Object.keys(entries).length > 0 ? { ...content, [outer]: entries } : rest;
  if (Object.keys(changed).length === 0) return '';
  const indent = /^[ \t]+/m.exec(present ?? '')?.[0] ?? '  ';
  return `${JSON.stringify(changed, null, indent)}\n`;
}

/** @throws UsageError for a file that is not plain JSON, so that comments in it are not lost */
function parseJson(path: string, text: string): Json {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content as Json;
  } catch {
    // The error below says what to do.
  }
  throw new UsageError(
    `${path} is not a plain JSON object, so it is not changed. Add the entry by hand; docs/agents.md shows it.`,
  );
}

/** Replaces or removes a table, up to the next one. */
function editToml(present: string, { table, text }: TomlEntry, endpoint?: string): string {
  const escaped = table.replaceAll('.', '\\.');
  const block = new RegExp(`(^|\\n)\\[${escaped}\\][^\\n]*\\n?(?:(?!\\[)[^\\n]*(?:\\n|$))*`);
  const without = present.replace(block, '$1').replace(/\n{3,}/g, '\n\n');
  if (endpoint === undefined) return block.test(present) ? without.trimEnd() + (without.trim() ? '\n' : '') : present;
  return `${without.trimEnd()}${without.trim() ? '\n\n' : ''}${text(endpoint)}`;
}

/**
 * Returns the path to write for a change. Links of the user are followed; a link of the repository
 * must not decide which file of the user is written.
 *
 * @throws UsageError
 */
export function targetOf({ path }: Change, { project }: Folders): string {
  if (!isWithin(project, path)) return existsSync(path) ? realpathSync(path) : path;
  const folder = realFolderOf(dirname(path));
  const staysInside = folder !== undefined && isWithin(realpathSync(project), folder);
  if (staysInside && !statsOf(path)?.isSymbolicLink()) return path;
  throw new UsageError(
    `${path} is a link, or leads out of the project by one, so nothing is changed. Remove the link, and run it again.`,
  );
}

/** Real path of the folder, or of the nearest one that exists; none for a link to nothing. */
function realFolderOf(folder: string): string | undefined {
  if (!statsOf(folder)) return realFolderOf(dirname(folder));
  return existsSync(folder) ? realpathSync(folder) : undefined;
}

/** Properties of a file or of a link; none if they cannot be read. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way);
}

/** @throws UsageError */
export function apply(change: Change, folders: Folders): void {
  const { path, text } = change;
  const target = targetOf(change, folders);
  try {
    if (text === undefined) rmSync(path, { force: true });
    else {
      mkdirSync(dirname(target), { recursive: true });
      replaceFile(target, text);
    }
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Writes a file at once, so that nobody reads a part of it, and with the permissions it had. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: (statsOf(path)?.mode ?? 0o666) & 0o777 });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
