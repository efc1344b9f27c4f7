import pg from 'pg';
import { vi } from 'vitest';

/** Statements that a release sent, in the order of their completion. */
export interface Trace {
  /** Newest migration of the release. */
  migration: string;
  /** Time of the recording, ms since 1970. */
  recordedAt: number;
  /** User who called every operation, and the project that was left. */
  ownerId: string;
  projectId: string;
  texts: string[];
  statements: RecordedStatement[];
}

/** Content of previous-release.json. */
export interface RecordedRelease extends Trace {
  commit: string;
}

interface RecordedStatement {
  connection: number;
  /** Index into `texts`. */
  text: number;
  values?: RecordedValue[];
  rowCount: number | null;
  /** Names of the columns. */
  columns?: string[];
}

type RecordedValue = unknown | { bytes: string };

type Connection = pg.Client & { connectionParameters?: { application_name?: string } };
type Statement = string | { text: string; values?: unknown[] };
type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/** Records the statements that the service's own pool sends while `work` runs. */
export async function recordStatements(
  work: () => Promise<unknown>,
): Promise<Pick<Trace, 'recordedAt' | 'texts' | 'statements'>> {
  const recordedAt = Date.now();
  const texts: string[] = [];
  const statements: RecordedStatement[] = [];
  const connections: Connection[] = [];
  const indexIn = <T>(list: T[], item: T) => (list.includes(item) ? list.indexOf(item) : list.push(item) - 1);

  function record(connection: Connection, statement: Statement, given: unknown, result: pg.QueryResult): void {
    const { text, values } = typeof statement === 'string' ? { text: statement } : statement;
    const sent = Array.isArray(given) ? given : values;
    // A text of several statements has several results.
    const { rowCount, fields = [] } = [result].flat().at(-1) ?? {};
    statements.push({
      connection: indexIn(connections, connection),
      text: indexIn(texts, text),
      ...(sent && sent.length > 0 && { values: sent.map(encode) }),
      rowCount: rowCount ?? null,
      ...(fields.length > 0 && { columns: fields.map(({ name }) => name) }),
    });
  }

  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: Connection,
    ...args: unknown[]
  ) {
    const [statement, given] = args as [Statement, unknown];
    const callback = args.at(-1);
    if (this.connectionParameters?.application_name !== 'pinbound') return query.apply(this, args as never);
    if (typeof callback === 'function') {
      const observed: Callback = (error, result) => {
        if (result) record(this, statement, given, result);
        (callback as Callback)(error, result);
      };
      return query.apply(this, [...args.slice(0, -1), observed] as never);
    }
    return (query.apply(this, args as never) as unknown as Promise<pg.QueryResult>).then((result) => {
      record(this, statement, given, result);
      return result;
    });
  } as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return { recordedAt, texts, statements };
}

const encode = (value: unknown): RecordedValue => {
  if (Buffer.isBuffer(value)) return { bytes: value.toString('base64') };
  return Array.isArray(value) ? value.map(encode) : value;
};

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

/** Decodes a value, and moves a time by the age of the recording so that nothing has expired. */
function decode(value: RecordedValue, ageMs: number): unknown {
  if (Array.isArray(value)) return value.map((item) => decode(item, ageMs));
  if (typeof value === 'string' && TIME.test(value)) {
    const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`);
    return Number.isNaN(time) ? value : new Date(time + ageMs).toISOString();
  }
  const isBytes = typeof value === 'object' && value !== null && 'bytes' in value;
  return isBytes ? Buffer.from(String(value.bytes), 'base64') : value;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Whether only rows of the recorded organization decide the result. */
const isScoped = (text: string, values: unknown[]): boolean =>
  !text.includes('SKIP LOCKED') && values.some((value) => typeof value === 'string' && UUID.test(value));

/**
 * Sends the statements of a trace again, in their order and on as many connections.
 * @returns descriptions of the statements that failed or had another result than recorded
 */
export async function replay(
  trace: Trace,
  connectionString: string,
  beforeStatement: (index: number, isBetweenTransactions: boolean) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const ageMs = Date.now() - trace.recordedAt;
  const clients = new Map<number, pg.Client>();
  /** Connections with an open transaction. */
  const open = new Set<number>();
  const differences: string[] = [];
  try {
    for (const [index, { connection, text, values = [], rowCount, columns = [] }] of trace.statements.entries()) {
      await beforeStatement(index, open.size === 0);
      const client = clients.get(connection) ?? (await connect(connectionString));
      clients.set(connection, client);
      const statement = trace.texts[text] ?? '';
      if (statement === 'BEGIN') open.add(connection);
      if (statement === 'COMMIT' || statement === 'ROLLBACK') open.delete(connection);
      const sent = values.map((value) => decode(value, ageMs));
      try {
        const result = await client.query(statement, sent.length > 0 ? sent : undefined);
        const last = [result].flat().at(-1);
        const found = { columns: last?.fields.map(({ name }) => name) ?? [], rowCount: last?.rowCount ?? null };
        if (String(found.columns) !== String(columns)) {
          differences.push(`returned ${found.columns}, not ${columns}: ${statement}`);
        }
        if (isScoped(statement, sent) && found.rowCount !== rowCount) {
          differences.push(`affected ${found.rowCount} rows, not ${rowCount}: ${statement}`);
        }
      } catch (error) {
        differences.push(`${(error as Error).message}: ${statement}`);
      }
    }
  } finally {
    for (const client of clients.values()) await client.end();
  }
  return differences;
}

/**
 * Sends the queries of a trace again, after a newer release has written rows.
 * @returns descriptions of the queries that failed or returned other columns than recorded
 */
export function replayQueries(trace: Trace, connectionString: string): Promise<string[]> {
  const isQuery = (text = '') => /^\s*\(?SELECT\b/.test(text) && !text.includes('SKIP LOCKED');
  const statements = trace.statements.filter(({ text }) => isQuery(trace.texts[text]));
  const differences = replay({ ...trace, statements }, connectionString);
  return differences.then((found) => found.filter((difference) => !difference.startsWith('affected ')));
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("SET TimeZone = 'UTC'");
  return client;
}
