import type pg from 'pg';
import type { Column } from './describe.ts';

/** Node of a plan, as EXPLAIN (FORMAT JSON) prints it. */
interface PlanNode {
  'Node Type': string;
  'Join Type'?: string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  Alias?: string;
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
  const names = await tableNames(client, columns);
  const joins = new OuterJoins(root);
  return columns.map(({ name, tableId, attribute }, index) => {
    const expression = root.Output?.[index] ?? '';
    if (tableId !== 0) {
      const isAbsent = joins.absentIn(expression).has(names.get(tableId) ?? '');
      return isAbsent || !required.has(`${tableId}.${attribute}`);
    }
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

/** Finds the tables whose rows may be absent where a statement shows their columns. */
class OuterJoins {
  readonly #root: PlanNode;
  readonly #expressions = new Map<string, PlanNode>();

  constructor(root: PlanNode) {
    this.#root = root;
    visit(root, (node) => {
      const name = /^CTE (.*)$/.exec(node['Subplan Name'] ?? '')?.[1];
      if (name) this.#expressions.set(name, node);
    });
  }

  /** Tables that may be absent where an output expression of the statement shows them. */
  absentIn(expression: string): ReadonlySet<string> {
    const alias = /^"?(\w+)"?\."?\w+"?$/.exec(expression)?.[1];
    const scan = alias === undefined ? undefined : findScan(this.#root, alias);
    if (!scan) return this.#absentBelow(this.#root);
    if (scan.isUnmatched) return this.#tablesOf(scan.node);
    return this.#absentBelow(this.#inner(scan.node));
  }

  /** Query that a scan reads: an expression, a subquery, or itself. */
  #inner(scan: PlanNode): PlanNode | undefined {
    if (scan['Node Type'] === 'Subquery Scan') return scan.Plans?.[0];
    return this.#expressions.get(scan['CTE Name'] ?? '');
  }

  /** Tables on the sides of outer joins that may not match, in a query and what it reads. */
  #absentBelow(query: PlanNode | undefined, seen = new Set<PlanNode>()): Set<string> {
    const found = new Set<string>();
    if (!query || seen.has(query)) return found;
    seen.add(query);
    visit(query, (node) => {
      for (const side of unmatchedSides(node)) for (const table of this.#tablesOf(side)) found.add(table);
      for (const table of this.#absentBelow(this.#expressions.get(node['CTE Name'] ?? ''), seen)) found.add(table);
    });
    // A changed row exists.
    if (query['Node Type'] === 'ModifyTable') found.delete(query['Relation Name'] ?? '');
    return found;
  }

  #tablesOf(part: PlanNode, seen = new Set<PlanNode>()): Set<string> {
    const found = new Set<string>();
    if (seen.has(part)) return found;
    seen.add(part);
    visit(part, (node) => {
      if (node['Relation Name']) found.add(node['Relation Name']);
      const expression = this.#expressions.get(node['CTE Name'] ?? '');
      if (expression) for (const table of this.#tablesOf(expression, seen)) found.add(table);
    });
    return found;
  }
}

/** Visits a query without the subqueries of its expressions, whose columns it does not show. */
function visit(node: PlanNode, work: (node: PlanNode) => void): void {
  work(node);
  for (const child of node.Plans ?? []) {
    if (child['Parent Relationship'] !== 'SubPlan') visit(child, work);
  }
}

const unmatchedSides = (node: PlanNode): PlanNode[] => {
  const sides = UNMATCHED[node['Join Type'] ?? ''] ?? [];
  return (node.Plans ?? []).filter((child) => sides.includes(child['Parent Relationship'] ?? ''));
};

/** Scan of a query with an alias, and whether its row may be absent from an outer join. */
function findScan(
  node: PlanNode,
  alias: string,
  isUnmatched = false,
): { node: PlanNode; isUnmatched: boolean } | undefined {
  if (node.Alias === alias) return { node, isUnmatched };
  if (node['Node Type'] === 'Subquery Scan') return undefined;
  const sides = unmatchedSides(node);
  for (const child of node.Plans ?? []) {
    if (/^(SubPlan|InitPlan)$/.test(child['Parent Relationship'] ?? '')) continue;
    const found = findScan(child, alias, isUnmatched || sides.includes(child));
    if (found) return found;
  }
  return undefined;
}

/** Names of the tables whose columns a statement shows, by id. */
async function tableNames(client: pg.Client, columns: readonly Column[]): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; name: string }>(
    'SELECT oid AS id, relname AS name FROM pg_class WHERE oid = ANY($1::oid[])',
    [columns.map(({ tableId }) => tableId)],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
