import { expect, test } from 'vitest';
import { mapComment } from '../../src/resolvers/addons/imports/presets.ts';
import { readPage, tableOf } from './support/markdown.ts';

const [heading = [], ...rows] = [
  ['Field', 'bugherd', 'marker.io', 'userback', 'csv'],
  ...tableOf(readPage('docs/rest-api.md'), 'Field', 'bugherd', 'marker.io', 'userback', 'Any other `source`'),
];

/** Fields of an annotation by row; a position has two. */
const MEMBERS: Record<string, string[]> = {
  Text: ['content'],
  Page: ['url'],
  Position: ['x', 'y'],
  Status: ['status'],
  Author: ['name'],
  'E-mail': ['email'],
  Time: ['createdAt'],
  Id: ['externalId'],
  Element: ['metadata'],
};

/** Item with a value at a path. */
const itemOf = (path: string, value: unknown): Record<string, unknown> => {
  const [name = '', ...inner] = path.split('.');
  return { [name]: inner.length === 0 ? value : itemOf(inner.join('.'), value) };
};

const cases = rows.flatMap(([what = '', ...cells]) =>
  cells.flatMap((cell, column) => {
    const members = MEMBERS[what] ?? [];
    // A position without alternatives has its two fields in one list.
    const groups = members.length === 2 && !cell.includes(';') ? cell.split(', ') : cell.split('; ');
    return groups.map((paths, index) => ({
      source: heading[column + 1] ?? '',
      member: members[index] ?? '',
      paths: paths.split(', '),
    }));
  }),
);

test.each(cases)('reads $member of $source from $paths', ({ source, member, paths }) => {
  const heldAt = (index: number) => {
    if (member === 'metadata') return { place: index };
    return member === 'status' ? ['done', 'doing', 'other'][index] : `value ${index}`;
  };
  const read = (item: Record<string, unknown>) => mapComment(source, item).members[member];
  const alone = paths.map((path, index) => read(itemOf(path, heldAt(index))));
  const known = source !== 'csv' && member === 'status';
  const expected = paths.map((_, index) => (known ? ['resolved', 'in_progress', 'open'][index] : heldAt(index)));
  expect(alone).toEqual(expected);
  for (const [index, path] of paths.entries()) {
    const [later] = paths.slice(index + 1);
    // workflow.name and workflow exclude each other.
    if (later === undefined || path.split('.')[0] === later.split('.')[0]) continue;
    expect(read({ ...itemOf(later, heldAt(index + 1)), ...itemOf(path, heldAt(index)) })).toEqual(expected[index]);
  }
});

test('has a row for every imported field', () => {
  const read = Object.keys(mapComment('csv', {}).members);
  expect(Object.values(MEMBERS).flat().sort()).toEqual(read.sort());
  expect(rows.map(([what]) => what)).toEqual(Object.keys(MEMBERS));
});
