import { describe, expect, test } from 'vitest';
import { effectsOf } from './pending-migrations.ts';

const ROWS = new Map([['annotations', 1_200]]);

describe('the effects of a migration', () => {
  test.each([
    [
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "annotations"("due_on");',
      ['Builds an index of annotations (about 1200 rows) beside reads and writes.'],
    ],
    ['CREATE INDEX i ON annotations (a)', ['Blocks writes to annotations (about 1200 rows) while an index is built.']],
    [
      'CREATE TABLE "new" ("id" UUID);\nCREATE INDEX "i" ON "new"("id");\nALTER TABLE new ADD COLUMN a INT',
      ['Blocks nothing.'],
    ],
    ['ALTER TABLE "projects" ADD COLUMN "color" TEXT; -- ALTER TABLE users', ['Blocks projects for a moment.']],
    ['ALTER TABLE projects\n  ALTER COLUMN color SET NOT NULL', ['Blocks projects while its rows are read.']],
    [
      "UPDATE annotations SET content = 'a; DROP TABLE b'",
      ['Locks the rows of annotations (about 1200 rows) that it changes.'],
    ],
    [
      'INSERT INTO "backfills" ("name", "statement") VALUES (\'words\', $$ UPDATE annotations SET a = 1; $$);',
      ['Adds the backfill words, which runs in batches after the start.'],
    ],
    ['CREATE FUNCTION f() RETURNS TRIGGER AS $$ BEGIN UPDATE annotations SET a = 1; END $$', ['Blocks nothing.']],
  ])('%s', (sql, effects) => {
    expect(effectsOf(sql, ROWS)).toEqual(effects);
  });
});
