import type pg from 'pg';
import type { JsonValue, Statements } from '../../generated/statements.ts';
import type { Queryable } from './transaction.ts';

/** Types for columns of a row that are narrower than those of the database. */
export type Narrower<Row> = {
  [Column in keyof Row]?: JsonValue extends Row[Column]
    ? unknown
    : Row[Column] extends (infer Element)[]
      ? (Element | null)[]
      : Row[Column];
};

/** Statements of this process by name: the text as it is written. */
const sources = new Map<string, string>();

/**
 * Texts of the statements that the imported modules declare, by name. `npm run generate` describes
 * them.
 */
export const declaredStatements = (): ReadonlyMap<string, string> => sources;

/** Parts of the text of a statement: `$name`, and `?` after one that may be null. */
const PARAMETER = /\$(?!\d)(\w+)(\??)/g;
/** Marks of an output column whose nullability the statement knows: `AS "name!"`, `AS "name?"`. */
const MARK = /(?<=\bAS "\w+)[!?](?=")/g;

/** Text with numbered parameters, and the names of the parameters in their order. */
export interface NumberedText {
  text: string;
  names: string[];
  /** Parameters that may be null. */
  optional: ReadonlySet<string>;
}

/** Numbers the named parameters of a text. Marks of output columns are kept. */
export function numberParameters(source: string): NumberedText {
  const names: string[] = [];
  const optional = new Set<string>();
  const text = source.replace(PARAMETER, (_, name: string, mark: string) => {
    if (!names.includes(name)) names.push(name);
    if (mark) optional.add(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names, optional };
}

/** Part of a statement that depends on the call. */
export interface Fragment {
  /** SQL with named parameters. */
  text: string;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Place of a fragment within the text of a statement.
 *
 * @param sample fragment with which PostgreSQL describes the statement
 */
export const slot = (name: string, sample: string): string => `/*${name}:*/${sample}/*:${name}*/`;

/** Splits a text into fixed parts; each is followed by a slot with its sample, and by its name. */
const SLOT = /(\/\*(\w+):\*\/[\s\S]*?\/\*:\2\*\/)/;

/** Text as it is sent, and the names of its parameters in their order. */
type SentText = Pick<NumberedText, 'text' | 'names'>;

function textToSend(source: string): SentText {
  const { text, names } = numberParameters(source);
  return { text: text.replace(MARK, ''), names };
}

/** Number of texts with fragments that are kept. */
const MOST_KEPT = 500;
/** Texts with fragments, oldest first: the fragments of most calls differ in their values only. */
const kept = new Map<string, SentText>();

function keptText(source: string): SentText {
  const known = kept.get(source);
  if (known) return known;
  const [oldest] = kept.keys();
  if (kept.size === MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  const text = textToSend(source);
  kept.set(source, text);
  return text;
}

/** Statement with named parameters, whose parameters and rows have the types of the database. */
export class Statement<Parameters, Row extends pg.QueryResultRow> {
  readonly text: string;
  readonly #source: string;
  readonly #names: string[];
  readonly #prepared: string | undefined;
  /** Values of the parameters of fragments. */
  readonly #values: Readonly<Record<string, unknown>>;
  /** The text, split by SLOT once it is needed. */
  #parts: string[] | undefined;

  constructor(
    source: string,
    prepared?: string,
    values: Readonly<Record<string, unknown>> = {},
    { text, names } = textToSend(source),
  ) {
    this.text = text;
    this.#source = source;
    this.#names = names;
    this.#prepared = prepared;
    this.#values = values;
  }

  /** The statement with fragments in its slots, which return the same columns as the samples. */
  with(fragments: Readonly<Record<string, Fragment>>): Statement<Parameters, Row> {
    this.#parts ??= this.#source.split(SLOT);
    let source = '';
    for (let at = 0; at < this.#parts.length; at += 3) {
      const [fixed = '', sample = '', name = ''] = this.#parts.slice(at, at + 3);
      source += fixed + (fragments[name]?.text ?? sample);
    }
    const values = Object.assign({}, ...Object.values(fragments).map((fragment) => fragment.values));
    return new Statement(source, undefined, values, keptText(source));
  }

  /** Statement whose columns have narrower types, such as a JSON column whose content is known. */
  narrow<Narrowed extends Narrower<Row>>(): Statement<Parameters, Omit<Row, keyof Narrowed> & Narrowed> {
    return this as unknown as Statement<Parameters, Omit<Row, keyof Narrowed> & Narrowed>;
  }

  /** Runs the statement. */
  run(sql: Queryable, ...[parameters]: Arguments<Parameters>): Promise<pg.QueryResult<Row>> {
    const given = { ...this.#values, ...parameters } as Readonly<Record<string, unknown>>;
    return sql.query<Row>({
      name: this.#prepared,
      text: this.text,
      values: this.#names.map((name) => given[name]),
    });
  }

  /** Runs the statement, and returns its rows. */
  async rows(sql: Queryable, ...parameters: Arguments<Parameters>): Promise<Row[]> {
    return (await this.run(sql, ...parameters)).rows;
  }

  /** Runs the statement, and returns its first row. */
  async first(sql: Queryable, ...parameters: Arguments<Parameters>): Promise<Row | undefined> {
    return (await this.run(sql, ...parameters)).rows[0];
  }

  /** Runs a statement that returns a row always, such as an INSERT, and returns it. */
  async one(sql: Queryable, ...parameters: Arguments<Parameters>): Promise<Row> {
    const row = await this.first(sql, ...parameters);
    if (!row) throw new Error(`No row was returned by: ${this.text}`);
    return row;
  }
}

/** Arguments of a call: none for a statement without parameters. */
export type Arguments<Parameters> = keyof Parameters extends never ? [] : [parameters: Parameters];

/**
 * Declares a statement. PostgreSQL derives the types of its parameters and rows at `npm run
 * generate`: `$name` is a parameter, `$name?` one that may be null. An output column may be null
 * unless its table, its expression or the mark in `AS "name!"` excludes that.
 *
 * @param name unique; names the file, then the statement
 * @param options.prepared whether connections keep the parsed statement: for hot paths
 */
export function statement<Name extends keyof Statements>(
  name: Name,
  source: string,
  options: { prepared?: boolean } = {},
): Statement<Statements[Name]['parameters'], Statements[Name]['row']> {
  const other = sources.get(name);
  if (other !== undefined && other !== source) throw new Error(`Two statements are named ${name}; rename one of them.`);
  sources.set(name, source);
  return new Statement(source, options.prepared ? name : undefined);
}
