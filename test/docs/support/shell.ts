import { execFileSync } from 'node:child_process';
import { type RestResponse, rest } from '../../support/client.ts';

/**
 * Runs the subset of bash that the pages use: `NAME=value`, `curl …` and
 * `NAME=$(curl … | field path)`. Requests of curl are sent with fetch; `field` runs in bash, as
 * defined by the page. Other statements throw, so that no line of an example is untested.
 */
export class Shell {
  private readonly variables = new Map<string, string>();
  private field = '';

  /**
   * Runs a block.
   * @returns the responses to its requests, in order
   */
  async run(block: string): Promise<RestResponse[]> {
    const responses: RestResponse[] = [];
    for (const statement of statementsOf(block)) {
      const capture = /^([A-Z_]+)=\$\(curl ([\s\S]*)\| field (\S+)\)$/.exec(statement);
      const assignment = /^([A-Z_]+)=([\s\S]*)$/.exec(statement);
      if (capture) {
        const [, name = '', call = '', path = ''] = capture;
        const response = await this.curl(call);
        responses.push(response);
        this.variables.set(name, this.member(response.body, path));
      } else if (assignment) {
        this.variables.set(assignment[1] ?? '', this.tokens(assignment[2] ?? '').join(' '));
      } else if (statement.startsWith('curl ')) {
        responses.push(await this.curl(statement.slice('curl '.length)));
      } else if (statement.startsWith('field() {')) {
        this.field = statement;
      } else {
        throw new Error(`Unsupported statement in an example: ${statement}`);
      }
    }
    return responses;
  }

  /** Value of a variable. */
  value(name: string): string {
    return this.expand(`$${name}`);
  }

  /**
   * Output of the page's own `field`.
   * @param path as written in the page, with its quotes
   */
  private member(body: unknown, path: string): string {
    const input = JSON.stringify(body);
    const found = execFileSync('bash', ['-c', `${this.field}\nfield ${path}`], { input, encoding: 'utf8' }).trim();
    if (found === 'undefined') throw new Error(`${path} is not in ${input}`);
    return found;
  }

  private curl(text: string): Promise<RestResponse> {
    const { url, method, headers, data, inQuery } = readCurl(this.tokens(text));
    const { origin, pathname, search } = new URL(url);
    const query = inQuery ? `${search ? '&' : '?'}${data.join('&')}` : '';
    const body = inQuery || data.length === 0 ? undefined : data.join('&');
    return rest({ url: origin }, method ?? (body === undefined ? 'GET' : 'POST'), pathname + search + query, {
      headers: { ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      body,
    });
  }

  /** Splits a command into words like bash, with variables expanded. */
  private tokens(text: string): string[] {
    const tokens: string[] = [];
    let token: string | undefined;
    for (const [piece, space, single, double, bare] of text.matchAll(PIECES)) {
      if (space !== undefined) {
        if (token !== undefined) tokens.push(token);
        token = undefined;
      } else if (piece !== '\\\n') {
        token = (token ?? '') + (single ?? this.expand(double?.replace(/\\(["\\$`])/g, '$1') ?? bare ?? ''));
      }
    }
    return token === undefined ? tokens : [...tokens, token];
  }

  private expand(text: string): string {
    return text.replace(/\$(\w+)/g, (_match, name: string) => {
      const value = this.variables.get(name);
      if (value === undefined) throw new Error(`$${name} has no value`);
      return value;
    });
  }
}

/** Continued line, space, or text in single quotes, in double quotes, or unquoted. */
const PIECES = /\\\n|(\s+)|'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"\\]+)/g;

/** Joins lines that continue a quote, a parenthesis or a backslash. */
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
  if (open !== '') throw new Error(`Incomplete statement: ${open}`);
  return statements;
}

function readCurl(tokens: string[]) {
  const call = { url: '', method: undefined as string | undefined, headers: {} as Record<string, string> };
  const data: string[] = [];
  let inQuery = false;
  const rest = [...tokens];
  const value = () => rest.shift() ?? '';
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    if (token === '-s' || token === '-i') continue;
    if (token === '-G') inQuery = true;
    else if (token === '-X') call.method = value();
    else if (token === '-d' || token === '--data-binary') data.push(value());
    else if (token === '--data-urlencode') data.push(value().replace(/(?<==).*/, encodeURIComponent));
    else if (token === '-H') {
      const [, name = '', text = ''] = /^([\w-]+): (.*)$/.exec(value()) ?? [];
      call.headers[name.toLowerCase()] = text;
    } else if (/^https?:/.test(token)) call.url = token;
    else throw new Error(`Unsupported option of curl in an example: ${token}`);
  }
  return { ...call, data, inQuery };
}
