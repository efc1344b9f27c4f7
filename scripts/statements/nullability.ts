import type pg from 'pg';
import type { Column } from './describe.ts';

/** Node of a plan, as EXPLAIN (FORMAT JSON) prints it. */
interface PlanNode {
  'Node Type': string;
  'Join Type'?: string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'CTE Name'?: string;
  'Subplan Name'?: string;
  Output?: string[];
  Plans?: PlanNode[];
}

/** Children of an outer join whose columns are null without a match. */
const UNMATCHED: Readonly<Record<string, readonly string[]>> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
};

/** Expressions that are never null, as plans print them. */
const NEVER_NULL = [
  /^\(*count\(/i,
  /^\(*(row_number|rank|dense_rank)\(\) OVER/i,
  /^\(*(hashed )?EXISTS\(/i,
  /^\(*NOT (hashed )?EXISTS\(/i,
  /^\(*ARRAY\(/,
  /^\(*(now|clock_timestamp|statement_timestamp|transaction_timestamp|random|gen_random_uuid|pg_backend_pid)\(\)/,
  /^\(*jsonb?_build_(object|array)\(/,
  /^\(*[^()]* IS (NOT )?NULL\)*$/,
  /^\(*-?\d+(\.\d+)?\)*(::[a-z ]+)?\)*$/,
  /^\(*'(?:[^']|'')*'(::[\w" [\]]+)?\)*$/,
  /^\(*(true|false)\)*$/,
  /^\(*pg_(try_)?advisory_\w+\(/,
  /^\(*COALESCE\(.*, (-?\d+(\.\d+)?|'(?:[^']|'')*'|true|false|now\(\)|clock_timestamp\(\))(::[\w" [\]]+)?\)(::[\w" [\]]+)?\)*$/s,
];

/**
 * Which of the columns may be null: an expression unless its form excludes it, and the column of a
 * table if it has no NOT NULL, or its table is on the side of an outer join that may not match.
 */
export async function nullableColumns(client: pg.Client, text: string, columns: readonly Column[]): Promise<boolean[]> {
  if (columns.length === 0) return [];
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (VERBOSE, GENERIC_PLAN, COSTS OFF, FORMAT JSON) ${text}`,
  );
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!root) throw new Error('PostgreSQL returned no plan');
  const required = await requiredColumns(client, columns);
  const unmatched = await tableIds(client, unmatchedTables(root));
  return columns.map(({ name, tableId, attribute }, index) => {
    if (tableId !== 0) return unmatched.has(tableId) || !required.has(`${tableId}.${attribute}`);
    const expression = root.Output?.[index] ?? '';
    return !NEVER_NULL.some((form) => form.test(expression)) && !(isSubplan(expression) && isTest(text, name));
  });
}

/** Whether a plan shows a subquery without saying of what kind it is. */
const isSubplan = (expression: string): boolean => /(Init|Sub)Plan/.test(expression);

/** Whether the statement ends a test of existence, or a list, with the name of a column. */
function isTest(text: string, name: string): boolean {
  const end = [...text.matchAll(/\)\s+AS\s+"?(\w+[!?]?)/g)].filter((found) => found[1] === name).at(-1)?.index ?? -1;
  let depth = 0;
  for (let at = end; at >= 0; at--) {
    if (text[at] === ')') depth++;
    if (text[at] === '(' && --depth === 0) return /\b(EXISTS|ARRAY)\s*$/.test(text.slice(0, at));
  }
  return false;
}

/**
 * Columns with NOT NULL, as `<table>.<number>`, and lists: those of Prisma's models have no
 * NOT NULL, and no null.
 */
async function requiredColumns(client: pg.Client, columns: readonly Column[]): Promise<Set<string>> {
  const { rows } = await client.query<{ column: string }>(
    `SELECT attrelid::text || '.' || attnum AS column FROM pg_attribute 
      WHERE attrelid = ANY($1::oid[]) AND (attnotnull OR attndims > 0)`,
    [columns.map(({ tableId }) => tableId)],
  );
  return new Set(rows.map(({ column }) => column));
}

/** Names of the tables whose rows may be absent from an outer join. */
function unmatchedTables(root: PlanNode): Set<string> {
  const found = new Set<string>();
  const expressions = new Map<string, PlanNode>();
  const visit = (node: PlanNode, work: (node: PlanNode) => void): void => {
    work(node);
    for (const child of node.Plans ?? []) visit(child, work);
  };
  visit(root, (node) => {
    const name = /^CTE (.*)$/.exec(node['Subplan Name'] ?? '')?.[1];
    if (name) expressions.set(name, node);
  });
  const seen = new Set<PlanNode>();
  const add = (node: PlanNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node['Relation Name']) found.add(node['Relation Name']);
    const expression = expressions.get(node['CTE Name'] ?? '');
    if (expression) visit(expression, add);
  };
  visit(root, (node) => {
    const sides = UNMATCHED[node['Join Type'] ?? ''] ?? [];
    for (const child of node.Plans ?? []) {
      if (sides.includes(child['Parent Relationship'] ?? '')) visit(child, add);
    }
  });
  return found;
}

async function tableIds(client: pg.Client, names: ReadonlySet<string>): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT oid AS id FROM pg_class WHERE relname = ANY($1) AND relkind IN ('r', 'p', 'v')`,
    [[...names]],
  );
  return new Set(rows.map(({ id }) => id));
}
