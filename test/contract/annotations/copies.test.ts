import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isLeafType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { type Annotation, Prisma } from '../../../src/generated/prisma/client.ts';
import { MEMBERS } from '../../../src/resolvers/core/work-list/export/export-annotations.ts';
import { GET_COMMENT } from '../../../src/schema/annotations/agent-tools.ts';

// A new column or field of annotations is in each copy, or listed here as left out of it. Two other
// copies need no test: `withoutContent` does not compile without it, and the data of a person are
// covered by test/contract/personal-data/coverage.test.ts.

/** Columns that files of exports leave out: positions, fingerprints, pictures and inner state. */
const NOT_IN_FILES = [
  ...['urlKey', 'positionX', 'positionY', 'metadata', 'domFingerprint', 'latestFingerprint'],
  ...['anchorConfidence', 'anchorCheckedAt', 'anchorCandidates', 'environmentId', 'organizationId'],
  ...['lastSeenImageKey', 'lastSeenBox', 'lastSeenScale', 'lastSeenAt', 'pictureKey', 'externalIssues'],
  ...['importSource', 'externalId', 'internalCommentCount', 'publicUpdatedAt', 'deletedAt', 'mentions', 'via'],
  ...['duplicateOfId', 'rank', 'authorId'],
];

/** Fields that agents do not read, or read in another form: labels, the element, the assignee. */
const NOT_FOR_AGENTS = [
  ...['position_x', 'position_y', 'metadata', 'domFingerprint', 'link', 'duplicateOfId', 'labelIds', 'rank'],
  ...['assigneeId', 'screenshotUrl', 'mentions', 'via', 'brief'],
  ...['isWatching', 'isMuted', 'snoozedUntil', 'isUnread'],
];

/** Annotation that notes which columns are read. */
function spy(read: Set<string>): Annotation {
  return new Proxy({} as Annotation, {
    get(_annotation, name) {
      read.add(String(name));
      if (name === 'labelIds') return [];
      return /(At|On)$/.test(String(name)) ? new Date(0) : null;
    },
  });
}

test('files of exports have every column, or leave it out on purpose', () => {
  const read = new Set<string>();
  const name = () => '';
  const referred = { project: name, user: name, labels: () => [], link: name, picture: () => null };
  for (const member of Object.values(MEMBERS)) member(spy(read), referred);
  const columns = Object.keys(Prisma.AnnotationScalarFieldEnum);
  expect(columns.filter((column) => !read.has(column) && !NOT_IN_FILES.includes(column))).toEqual([]);
  expect(NOT_IN_FILES.filter((column) => read.has(column) || !columns.includes(column))).toEqual([]);
});

test('agents read every field, or it is left out on purpose', () => {
  const type = buildSchema(readFileSync('schema.graphql', 'utf8')).getType('Annotation');
  const fields = isObjectType(type)
    ? Object.values(type.getFields()).flatMap((field) => (isLeafType(getNamedType(field.type)) ? [field.name] : []))
    : [];
  const isRead = (field: string) => new RegExp(`\\b${field}\\b`).test(GET_COMMENT.document);
  expect(fields.filter((field) => !isRead(field) && !NOT_FOR_AGENTS.includes(field))).toEqual([]);
  expect(NOT_FOR_AGENTS.filter((field) => isRead(field) || !fields.includes(field))).toEqual([]);
});
