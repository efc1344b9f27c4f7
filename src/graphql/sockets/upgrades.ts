import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type LastAnswer, lastAnswers } from '../../http/last-answers.ts';

/** What concerns the connection that an upgrade was offered for. */
const OF_UPGRADE = new Set(['upgrade', 'http2-settings']);

/**
 * Has requests for a WebSocket at a path taken by `accept`, and every other request that offers an upgrade answered as if it
 * offered none (RFC 9110, 7.8): clients that know HTTP/2 offer it with each. Node from 24.9 on asks which to take; before, a listener gets them all.
 */
export function takeUpgrades(
  server: Server,
  path: string,
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): void {
  const isTaken = (request: IncomingMessage) => isWebSocketAt(path, request);
  Object.assign(server, { shouldUpgradeCallback: isTaken });
  const lastAnswer = lastAnswers(server);
  server.on('upgrade', (request, socket, head) => {
    afterAnswer(socket, lastAnswer(socket), () => {
      if (isTaken(request)) accept(request, socket, head);
      else {
        socket.unshift(Buffer.concat([headWithoutUpgrade(request), head]));
        server.emit('connection', socket);
      }
    });
  });
}

/** Goes on when the answer to an earlier request is sent, whose bytes the next ones would mix with; not if it closes the connection. */
function afterAnswer(socket: Duplex, answer: LastAnswer | undefined, goOn: () => void): void {
  if (!answer || answer.writableFinished) {
    goOn();
    return;
  }
  // The server does not listen to the connection any more.
  const drained = () => answer.emit('drain');
  const failed = () => socket.destroy();
  socket.on('drain', drained).on('error', failed);
  answer.once('finish', () => {
    socket.off('drain', drained).off('error', failed);
    if (socket.writable) goOn();
  });
}

function isWebSocketAt(path: string, { method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === path;
}

/** The head of a request as it came, in bytes, but for the offer. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (OF_UPGRADE.has(name.toLowerCase())) continue;
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutOffer(value) : value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

const withoutOffer = (connection: string): string =>
  connection
    .split(',')
    .filter((option) => !OF_UPGRADE.has(option.trim().toLowerCase()))
    .join(',');
