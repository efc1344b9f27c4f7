import { readdirSync, readFileSync } from 'node:fs';

/** Numbers of statements, by where their types come from. */
export interface StatementCounts {
  /** Calls of `query` in src. */
  calls: number;
  /** Calls, and statements, with a row type written by hand. */
  assertedRows: number;
  /** Texts whose numbered parameters go beyond six. */
  longPositional: number;
  /** Statements whose types are derived. */
  derived: number;
}

/** Runs statements of any module; everything else declares them. */
const RUNNER = 'infrastructure/database/statement.ts';

/** Counts the statements in the files below src. */
export function countStatements(): StatementCounts {
  const texts = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith('generated') && name !== RUNNER)
    .map((name) => readFileSync(`src/${name}`, 'utf8'));
  const count = (pattern: RegExp) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  return {
    calls: count(/\.query[<(]/g),
    assertedRows: count(/\.query<|\bQueryResult<\{|\bnew Statement\b/g),
    longPositional: texts
      .flatMap((text) => text.match(/`[^`]*`/g) ?? [])
      .filter((text) => /\$([7-9]|\d\d)\b/.test(text)).length,
    derived: count(/\bstatement\(\s*['`]/g),
  };
}
