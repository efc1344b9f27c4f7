import { readFileSync, writeFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges, isEnumType, isInputObjectType, isObjectType, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { objectSchema } from '../../src/rest/json-schemas.ts';
import { restChanges } from './rest-changes.ts';

const ACCEPTED = 'test/last-release/accepted-changes.json';
const FILES = ['schema.graphql', 'rest-contract.txt'] as const;

/** File of this version, as the last release has it: without descriptions. */
function current(file: (typeof FILES)[number]): string {
  const text = readFileSync(file, 'utf8');
  return file === 'schema.graphql' ? withoutDescriptions(text) : text;
}

const withoutDescriptions = (sdl: string): string =>
  `${printSchema(buildSchema(sdl.replace(/"""[\s\S]*?"""/g, '')))}\n`;

const recorded = (file: (typeof FILES)[number]): string => readFileSync(`test/last-release/${file}`, 'utf8');

if (process.env.RECORD_RELEASE) {
  for (const file of FILES) writeFileSync(`test/last-release/${file}`, current(file));
  writeFileSync(ACCEPTED, '[]\n');
}

test('what the last release promised holds, but for accepted changes', () => {
  const breaking = findBreakingChanges(buildSchema(recorded('schema.graphql')), buildSchema(current('schema.graphql')));
  const found = [
    ...breaking.map(({ description }) => description),
    ...restChanges(recorded('rest-contract.txt'), current('rest-contract.txt')),
  ];
  const accepted: { reason: string; changes: string[] }[] = JSON.parse(readFileSync(ACCEPTED, 'utf8'));
  const known = accepted.flatMap(({ changes }) => changes);
  expect(found.filter((change) => !known.includes(change))).toEqual([]);
  // An entry that no longer applies would accept the same change later.
  expect(known.filter((change) => !found.includes(change))).toEqual([]);
});

test('every change that breaks clients is named', () => {
  const before = [
    'GET /notes (listNotes)',
    '  query limit?: integer 1–5 = 5',
    '  200: (Note)[]',
    '  400',
    '',
    'POST /notes (addNote)',
    '  body: AddNoteBody',
    '  201: Note',
    '',
    'POST note.added (onNoteAdded)',
    '  body: { id: string, note: Note }',
    '',
    'Note',
    '  id: string uuid',
    '  kind: Kind',
    '',
    'AddNoteBody',
    '  text: string',
    '  kind?: Kind',
    '',
    'Kind = "plain" | "rich"',
    '',
  ].join('\n');
  const changed = (from: string, to: string) => restChanges(before, before.replace(from, to));
  expect(changed('GET /notes', 'GET /comments')).toEqual(['GET /notes was removed.']);
  expect(changed('  query limit?: integer 1–5 = 5\n', '')).toEqual(['GET /notes: query limit was removed.']);
  expect(changed('  400', '  query page: string\n  400')).toEqual(['GET /notes: query page is required.']);
  expect(changed('text: string', 'text: integer')).toEqual(['AddNoteBody: text is no longer string.']);
  expect(changed('kind?: Kind', 'kind: Kind')).toEqual(['AddNoteBody: kind is required.']);
  expect(changed('  kind: Kind', '  kind: Kind | null')).toEqual(['Note: kind may be null.']);
  expect(changed('id: string, note', 'note')).toEqual(['POST note.added: body: id was removed.']);
  expect(changed(' | "rich"', '')).toEqual([
    'Note: kind is no longer "rich".',
    'AddNoteBody: kind is no longer "rich".',
  ]);
  // Additions, and names that clients do not send, may change at any time.
  expect(changed('  400', '  400 404')).toEqual([]);
  expect(changed('(listNotes)', '(getNotes)')).toEqual([]);
  expect(changed('  kind: Kind', '  kind: Kind\n  author: string')).toEqual([]);
  expect(changed('"rich"', '"rich" | "code"')).toEqual([]);
  expect(changed('text: string', 'text: string | null')).toEqual([]);
  expect(changed('string, note: Note', 'string, note: Note, at: string')).toEqual([]);
});

/** Reasons of everything that a schema deprecates. */
function deprecationsOf(sdl: string): string[] {
  const types = Object.values(buildSchema(sdl).getTypeMap());
  const parts = types.flatMap((type): readonly { deprecationReason?: string | null | undefined }[] => {
    if (isEnumType(type)) return type.getValues();
    if (isInputObjectType(type)) return Object.values(type.getFields());
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [field, ...field.args]);
  });
  return parts.flatMap(({ deprecationReason }) => deprecationReason ?? []);
}

/** Sentence of a deprecation: its successor, and the day from which it may be removed. */
const POLICY = /^Use \S+( \S+)* instead; removed after 20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])\.$/;

test('a deprecation names its successor and a date', () => {
  const reasons = deprecationsOf(readFileSync('schema.graphql', 'utf8'));
  expect(reasons.filter((reason) => !POLICY.test(reason))).toEqual([]);
  const example =
    'type Query { old(a: Int @deprecated): Int @deprecated(reason: "Use `now` instead; removed after 2027-05-31.") }';
  expect(deprecationsOf(example).map((reason) => POLICY.test(reason))).toEqual([true, false]);
});

test('REST marks what the schema deprecates', () => {
  const schema = buildSchema(
    'type Query { old: Int @deprecated(reason: "Use now instead; removed after 2027-05-31."), now: Int }',
  );
  const { properties } = objectSchema(schema.getType('Query')) as { properties: Record<string, object> };
  expect(properties.old).toMatchObject({
    deprecated: true,
    description: 'Deprecated: use now instead; removed after 2027-05-31.',
  });
  expect(properties.now).not.toHaveProperty('deprecated');
});
