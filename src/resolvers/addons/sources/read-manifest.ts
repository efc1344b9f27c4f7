import { badField } from '../../../errors.ts';
import { ELEMENT_ID } from '../../core/annotations/diagnostics.ts';
import { isJsonObject } from '../../platform/input/json-object.ts';
import { isStorable } from '../../platform/input/storable-text.ts';

/** Places that an id may have. An id of more of them says too little about where its element is. */
export const MAX_PLACES = 20;

const LIMITS = { places: 200_000, names: 50_000, name: 300, number: 10_000_000, mebibytes: 32 } as const;

/** A place of an element: path from the root of the repository, line and column from 1. */
export type MarkedPlace = [file: string, line: number, column: number, component: string, tag: string];

/** Places of elements by their ids, without ids of more than `MAX_PLACES`. */
export type MarkedElements = Map<string, MarkedPlace[]>;

/** Controls, and characters that no path of a repository and no name of a component needs. */
const UNSAFE = /[\p{Cc}<>"`\\:*?|]/u;
const TAG = /^[a-z][\w.:-]{0,63}$/i;

/**
 * Reads the manifest of the build plugin (clients/source-plugin/manifest.ts).
 *
 * @throws BAD_USER_INPUT
 */
export function readManifest(value: unknown): MarkedElements {
  if (!isJsonObject(value) || value.version !== 1) throw bad('must be an object with version 1');
  const files = readNames(value, 'files', isPath, 'must be a path within the repository');
  const components = readNames(value, 'components', isName, 'must be the name of a component');
  if (!isJsonObject(value.elements)) throw bad('elements must be an object');
  let count = 0;
  let bytes = 0;
  const found: MarkedElements = new Map();
  for (const [id, places] of Object.entries(value.elements)) {
    if (!ELEMENT_ID.test(id)) throw bad('each id in elements must have 4 to 32 letters, digits or _');
    if (!Array.isArray(places) || places.length === 0) throw bad(`elements.${id} must list places`);
    count += places.length;
    if (count > LIMITS.places) throw bad(`must have at most ${LIMITS.places} places of elements`);
    const marked = places.map((place) => readPlace(place, files, components) ?? raise(id));
    if (marked.length > MAX_PLACES) continue;
    // A manifest has each name once. Each stored place repeats its names.
    for (const [file, , , component] of marked) bytes += Buffer.byteLength(file) + Buffer.byteLength(component);
    if (bytes > LIMITS.mebibytes * 2 ** 20) {
      throw bad(
        `the names of files and components of all places must have at most ${LIMITS.mebibytes} MiB; upload fewer elements, or shorten the names`,
      );
    }
    found.set(id, marked);
  }
  return found;
}

const bad = (message: string) => badField('manifest', message);

function raise(id: string): never {
  throw bad(`elements.${id} must list places as [index of the file, line, column, index of the component, tag]`);
}

function readNames(
  manifest: Record<string, unknown>,
  member: 'files' | 'components',
  accepts: (name: string) => boolean,
  expected: string,
): string[] {
  const names = manifest[member];
  if (!Array.isArray(names)) throw bad(`${member} must be a list`);
  if (names.length > LIMITS.names) throw bad(`${member} must have at most ${LIMITS.names} items`);
  return names.map((name: unknown, index) => {
    if (typeof name === 'string' && accepts(name)) return name;
    throw bad(`${member}.${index} ${expected}, of at most ${LIMITS.name} characters`);
  });
}

const isName = (name: string): boolean =>
  name !== '' && name.length <= LIMITS.name && isStorable(name) && !UNSAFE.test(name);

/** Whether a path stays within the repository. */
const isPath = (path: string): boolean =>
  isName(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part !== '.git');

const isNumber = (value: unknown, least: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= LIMITS.number;

function readPlace(value: unknown, files: readonly string[], components: readonly string[]): MarkedPlace | undefined {
  if (!Array.isArray(value) || value.length !== 5) return undefined;
  const [file, line, column, component, tag]: unknown[] = value;
  const isPlace = isNumber(file, 0) && isNumber(line, 1) && isNumber(column, 1) && isNumber(component, 0);
  if (!isPlace || typeof tag !== 'string' || !TAG.test(tag)) return undefined;
  const [path, name] = [files[file], components[component]];
  return path === undefined || name === undefined ? undefined : [path, line, column, name, tag];
}
