import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type LatestResponse, trackLatestResponse } from '../../http/pipelining.ts';

/** Headers that belong to an upgrade. */
const UPGRADE_HEADERS = new Set(['upgrade', 'http2-settings']);

/**
 * Passes WebSocket requests at a path to `accept`. Other requests that offer an upgrade, as some
 * clients do for HTTP/2, are handled without it (RFC 9110, 7.8). Node.js 24.9 and later call
 * `shouldUpgradeCallback`; earlier versions emit 'upgrade' for all.
 */
export function handleUpgrades(
  server: Server,
  path: string,
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): void {
  const isAccepted = (request: IncomingMessage) => isWebSocketAt(path, request);
  Object.assign(server, { shouldUpgradeCallback: isAccepted });
  const latestResponse = trackLatestResponse(server);
  server.on('upgrade', (request, socket, head) => {
    afterResponse(socket, latestResponse(socket), () => {
      if (isAccepted(request)) accept(request, socket, head);
      else {
        socket.unshift(Buffer.concat([headWithoutUpgrade(request), head]));
        server.emit('connection', socket);
      }
    });
  });
}

/** Proceeds when the response to an earlier request is sent, unless it closes the connection. */
function afterResponse(socket: Duplex, response: LatestResponse | undefined, proceed: () => void): void {
  if (!response || response.writableFinished) {
    proceed();
    return;
  }
  // The HTTP server has removed its listeners from the socket.
  const drained = () => response.emit('drain');
  const failed = () => socket.destroy();
  socket.on('drain', drained).on('error', failed);
  response.once('finish', () => {
    socket.off('drain', drained).off('error', failed);
    if (socket.writable) proceed();
  });
}

function isWebSocketAt(path: string, { method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === path;
}

/** Serializes the request line and headers of a request without its upgrade. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (UPGRADE_HEADERS.has(name.toLowerCase())) continue;
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutUpgradeOptions(value) : value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

const withoutUpgradeOptions = (connection: string): string =>
  connection
    .split(',')
    .filter((option) => !UPGRADE_HEADERS.has(option.trim().toLowerCase()))
    .join(',');
