import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { CORS_HEADERS } from './cors.ts';
import { lastAnswers } from './last-answers.ts';

/** By the code of node's parser, with the statuses that node itself gives them. */
const REFUSALS: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The head of the request is over 16 KiB, the most that is taken'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are over 16 KiB, the most that is taken'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come to its end in time'],
};
const MALFORMED: [number, string] = [400, 'The request is not valid HTTP'];

/** How long who is refused may take to read the answer before the connection is cut, milliseconds. */
const LINGER_MS = 2_000;

/** Answers what node:http cannot read as every refusal is answered, in JSON and for every origin, and hangs up. */
export function answerParserErrors(server: Server): void {
  const lastAnswer = lastAnswers(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const last = lastAnswer(socket);
    // In the midst of an answer another one would be taken for a part of it.
    const isAnswering = last && !last.writableFinished && (last.headersSent || !last.socket);
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
    else hangUp(socket, answerTo(error));
  });
}

/** Cut at once, the answer could be lost; waited for without end, a peer that does not hang up would keep the connection. */
function hangUp(socket: Duplex, answer: string): void {
  socket.end(answer);
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(cut));
}

function answerTo({ code }: NodeJS.ErrnoException): string {
  const [status, message] = REFUSALS[code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ statusCode: status, message, error: STATUS_CODES[status] });
  const headers = {
    ...CORS_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
