import { execFileSync } from 'node:child_process';
import { type RestAnswer, rest } from '../../support/client.ts';

/**
 * Runs the part of bash that the pages use: `NAME=value`, `curl …` and `NAME=$(curl … | field path)`. curl's requests are made with
 * fetch; `field` runs in bash, as the page has defined it. Anything else is refused, so that no line of an example goes untested.
 */
export class Shell {
  private readonly variables = new Map<string, string>();
  private field = '';

  /** Runs a block. @returns the answers to its requests, in order */
  async run(block: string): Promise<RestAnswer[]> {
    const answers: RestAnswer[] = [];
    for (const statement of statementsOf(block)) {
      const capture = /^([A-Z_]+)=\$\(curl ([\s\S]*)\| field (\S+)\)$/.exec(statement);
      const assignment = /^([A-Z_]+)=([\s\S]*)$/.exec(statement);
      if (capture) {
        const [, name = '', call = '', path = ''] = capture;
        const answer = await this.curl(call);
        answers.push(answer);
        this.variables.set(name, this.member(answer.body, path));
      } else if (assignment) {
        this.variables.set(assignment[1] ?? '', this.words(assignment[2] ?? '').join(' '));
      } else if (statement.startsWith('curl ')) {
        answers.push(await this.curl(statement.slice('curl '.length)));
      } else if (statement.startsWith('field() {')) {
        this.field = statement;
      } else {
        throw new Error(`The examples' shell does not know: ${statement}`);
      }
    }
    return answers;
  }

  /** What a variable holds. */
  value(name: string): string {
    return this.expand(`$${name}`);
  }

  /** What the page's own `field` prints. @param path as the page writes it, with its quotes */
  private member(body: unknown, path: string): string {
    const input = JSON.stringify(body);
    const found = execFileSync('bash', ['-c', `${this.field}\nfield ${path}`], { input, encoding: 'utf8' }).trim();
    if (found === 'undefined') throw new Error(`${path} is not in ${input}`);
    return found;
  }

  private curl(text: string): Promise<RestAnswer> {
    const { url, method, headers, data, inQuery } = readCurl(this.words(text));
    const { origin, pathname, search } = new URL(url);
    const query = inQuery ? `${search ? '&' : '?'}${data.join('&')}` : '';
    const body = inQuery || data.length === 0 ? undefined : data.join('&');
    return rest({ url: origin }, method ?? (body === undefined ? 'GET' : 'POST'), pathname + search + query, {
      headers: { ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      body,
    });
  }

  /** Splits into words as bash does, with variables filled. */
  private words(text: string): string[] {
    const words: string[] = [];
    let word: string | undefined;
    for (const [piece, space, single, double, bare] of text.matchAll(PIECES)) {
      if (space !== undefined) {
        if (word !== undefined) words.push(word);
        word = undefined;
      } else if (piece !== '\\\n') {
        word = (word ?? '') + (single ?? this.expand(double?.replace(/\\(["\\$`])/g, '$1') ?? bare ?? ''));
      }
    }
    return word === undefined ? words : [...words, word];
  }

  private expand(text: string): string {
    return text.replace(/\$(\w+)/g, (_match, name: string) => {
      const value = this.variables.get(name);
      if (value === undefined) throw new Error(`$${name} has no value`);
      return value;
    });
  }
}

/** A continued line, space, a text in single quotes, in double quotes, or a bare one. */
const PIECES = /\\\n|(\s+)|'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"\\]+)/g;

/** Lines, joined where a quote, a bracket or a backslash goes on. */
function statementsOf(block: string): string[] {
  const statements: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    if (open === '' && /^(#|$)/.test(line)) continue;
    open += open === '' ? line : `\n${line}`;
    const outside = open.replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '');
    const balanced = outside.split('$(').length === outside.split(')').length || open.startsWith('field()');
    if (/['"]|\\$/.test(outside) || !balanced) continue;
    statements.push(open);
    open = '';
  }
  if (open !== '') throw new Error(`Not complete: ${open}`);
  return statements;
}

function readCurl(words: string[]) {
  const call = { url: '', method: undefined as string | undefined, headers: {} as Record<string, string> };
  const data: string[] = [];
  let inQuery = false;
  const rest = [...words];
  const value = () => rest.shift() ?? '';
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-s' || word === '-i') continue;
    if (word === '-G') inQuery = true;
    else if (word === '-X') call.method = value();
    else if (word === '-d') data.push(value());
    else if (word === '--data-urlencode') data.push(value().replace(/(?<==).*/, encodeURIComponent));
    else if (word === '-H') {
      const [, name = '', text = ''] = /^([\w-]+): (.*)$/.exec(value()) ?? [];
      call.headers[name.toLowerCase()] = text;
    } else if (/^https?:/.test(word)) call.url = word;
    else throw new Error(`The examples' curl does not know: ${word}`);
  }
  return { ...call, data, inQuery };
}
