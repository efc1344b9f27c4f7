import { createInterface } from 'node:readline';
import { EventStreamParser } from '../../sdk/event-stream.ts';
import { filesByElementId, isSameFile } from '../code-places.ts';
import { type Call, type Command, EXIT } from '../command.ts';
import { send } from '../connection.ts';
import { tryGit } from '../git.ts';
import { safeLine } from '../terminal-text.ts';
import { UsageError } from '../world.ts';
import { locateComment } from './locate.ts';

/** Relays the Model Context Protocol between standard input and output and the service. */
export const mcp: Command = {
  usage: '',
  description: 'Relay MCP between an agent that speaks stdio and the service.',
  help: [
    'In a git repository, the instructions for the agent also name the repository, the branch and',
    'the commit of the folder, and the tool locate finds the code of an element in it. For a file,',
    'guards_for also finds elements by the ids of the build plugin.',
  ],
  async run(call) {
    const { positionals, world, print } = call;
    if (positionals.length > 0) throw new UsageError('expected: pinbound mcp');
    const relay = createRelay(call);
    const pending = new Set<Promise<void>>();
    print.note('Relaying MCP; end the input to stop.');
    for await (const line of createInterface({ input: world.stdin })) {
      if (line.trim() === '') continue;
      const work = relay(line).finally(() => pending.delete(work));
      pending.add(work);
    }
    await Promise.all(pending);
    return EXIT.fine;
  },
};

interface Message {
  id?: string | number | null;
  method?: string;
  params?: { name?: string; uri?: string; arguments?: Record<string, unknown>; _meta?: Record<string, unknown> };
  result?: { protocolVersion?: string; instructions?: string; tools?: { name?: string }[] };
}

/** Tool that the relay adds to those of the service: only it sees the working folder. */
const LOCATE = {
  name: 'locate',
  title: 'Locate the code of an element',
  description:
    'Lists files of the working folder that may contain the code of the element of a comment, the most probable ' +
    'first, with the reason and a confidence. Sends nothing of the code.',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', description: 'UUID of the annotation.' } },
    required: ['id'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/** Tool whose argument `file` is a path of the folder, and the most ids that it accepts. */
const [GUARDS_FOR, MAX_IDS] = ['guards_for', 500];

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** Time for one answer, ms: tools wait up to 45 s, and then capture pictures. */
const ANSWER_MS = 120_000;
/** Codes of JSON-RPC. */
const [PARSE_ERROR, SERVER_ERROR] = [-32_700, -32_000];

/** Returns a function that sends a line and prints what the service responds. */
function createRelay(call: Call): (line: string) => Promise<void> {
  const { settings, world } = call;
  const endpoint = `${settings.url()}/mcp`;
  const token = settings.token('mcp');
  const checkout = describeCheckout(world);
  let negotiated: string | undefined;
  const write = (message: object) => void world.stdout.write(`${JSON.stringify(message)}\n`);

  function pass(text: string): void {
    const message = JSON.parse(text) as Message;
    const { result } = message;
    if (result?.protocolVersion) negotiated = result.protocolVersion;
    if (result?.instructions && checkout) result.instructions += `\n\n${checkout}`;
    // The folder has today's lines, and names of elements that no manifest has.
    if (result?.tools && checkout) result.tools = [...result.tools.filter(({ name }) => name !== LOCATE.name), LOCATE];
    write(message);
  }

  /** Faults are results, so that the agent can correct its arguments. */
  async function locate({ id, params }: Message): Promise<void> {
    const { answer, isError } = await locateComment(call, `${params?.arguments?.id}`).then(
      ({ places }) => ({ answer: { places }, isError: false }),
      (error: Error) => ({ answer: { error: error.message }, isError: true }),
    );
    const content = [{ type: 'text', text: JSON.stringify(answer) }];
    write({ jsonrpc: '2.0', id, result: { resultType: 'complete', content, structuredContent: answer, isError } });
  }

  async function forward(line: string, message: Message): Promise<void> {
    const response = await send(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${await token()}`,
        ...headersOf(message, negotiated),
      },
      body: line,
      timeoutMs: ANSWER_MS,
    });
    const text = await response.text();
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      for (const { data } of new EventStreamParser().push(`${text}\n\n`)) if (data) pass(data);
    } else if (text.includes('"jsonrpc"')) pass(text);
    else if (!response.ok) throw new Error(failureText(response, text));
  }

  return async (line) => {
    let message: Message = {};
    try {
      message = JSON.parse(line) as Message;
    } catch {
      return write({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: 'The line is not valid JSON' } });
    }
    try {
      const called = checkout && message.method === 'tools/call' ? message.params?.name : undefined;
      if (called === LOCATE.name) await locate(message);
      else if (called === GUARDS_FOR && (await addElementIds(world, message))) {
        await forward(JSON.stringify(message), message);
      } else await forward(line, message);
    } catch (error) {
      const reason = safeLine((error as Error).message);
      world.stderr.write(`pinbound: ${reason}\n`);
      // A notification has no response.
      if (message.id !== undefined) {
        write({ jsonrpc: '2.0', id: message.id, error: { code: SERVER_ERROR, message: reason } });
      }
    }
  };
}

/** Names the elements of a file for the service, which does not have the code. */
async function addElementIds(world: Call['world'], { params }: Message): Promise<boolean> {
  const { file, elementIds } = params?.arguments ?? {};
  if (typeof file !== 'string' || elementIds !== undefined || !params?.arguments) return false;
  const path = file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  const marked = await filesByElementId(world);
  const ids = [...marked].flatMap(([id, files]) => (files.some((each) => isSameFile(each, path)) ? [id] : []));
  if (ids.length === 0 || ids.length > MAX_IDS) return false;
  params.arguments.elementIds = ids;
  return true;
}

/** Headers by which the revisions from 2025-06-18 and 2026-07-28 repeat parts of the message. */
function headersOf({ method, params }: Message, negotiated: string | undefined): Record<string, string> {
  const version = params?._meta?.[VERSION_KEY];
  if (typeof version !== 'string') return negotiated === undefined ? {} : { 'mcp-protocol-version': negotiated };
  const name = params?.name ?? params?.uri;
  return {
    'mcp-protocol-version': version,
    ...(method !== undefined && { 'mcp-method': method }),
    ...(name !== undefined && { 'mcp-name': encodeName(name) }),
  };
}

/** Encodes a name that a header cannot contain, as the protocol defines. */
const encodeName = (name: string): string =>
  /^[\x21-\x7e]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;

function failureText({ status }: Response, text: string): string {
  const advice = status === 401 ? '. Check PINBOUND_TOKEN, or log in again: pinbound login' : '';
  try {
    const { message } = JSON.parse(text) as { message?: string };
    if (message) return `${message}${advice}`;
  } catch {
    // The status says enough.
  }
  return `The service responds with status ${status}${advice}`;
}

/** Names the repository for the agent, without a password; undefined outside of one. */
function describeCheckout(world: Call['world']): string | undefined {
  const commit = tryGit(world, 'rev-parse', 'HEAD');
  if (!commit) return undefined;
  const remote = tryGit(world, 'remote', 'get-url', 'origin')?.replace(/\/\/[^/@]*@/, '//');
  const branch = tryGit(world, 'branch', '--show-current');
  const parts = [remote && `repository ${remote}`, branch && `branch ${branch}`, `commit ${commit}`];
  return `The code of the website may be in the working folder: ${safeLine(parts.filter(Boolean).join(', '), 400)}.`;
}
