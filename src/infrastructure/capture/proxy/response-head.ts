import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { endToEndHeaders, isHopByHop, namesOfConnection } from './end-to-end-headers.ts';

/** Largest head of a response that Chromium reads (net/http/http_stream_parser.h). */
const MAX_HEAD_BYTES = 256 * 1024;
/** Bytes that may precede `HTTP`, as in Chromium. */
const MAX_LEADING_BYTES = 4;

/** Bytes of an incomplete empty line, which the next chunk may complete. */
const MAX_EMPTY_LINE_START = 2;
const INITIAL_BYTES = 16 * 1024;
const [CR, LF] = [0x0d, 0x0a];
const PROTOCOL = /^.{0,4}HTTP/is;
const STATUS = /HTTP\S*[ \t]+(\d+)/i;

interface ResponseHead {
  /** Decoded as Latin-1, with the empty line. */
  head: string;
  /** Bytes of the body that were received with the head. */
  rest: Buffer;
}

/**
 * Reads the head of a response without judging it: Node's parser rejects heads that browsers
 * accept. Skips interim responses (1xx). A connection that closes ends the head, as in Chromium.
 *
 * @returns with the socket paused
 * @throws OutboundError
 */
export function readHead(server: Socket, host: string): Promise<ResponseHead> {
  return new Promise((resolve, reject) => {
    let buffer = Buffer.allocUnsafe(INITIAL_BYTES);
    let received = buffer.subarray(0, 0);
    /** Bytes without the end of the head. */
    let searched = 0;
    const fail = (problem: string) => settle(() => reject(new OutboundError('protocol', `${host} ${problem}`)));

    function settle(done: () => void): void {
      server.off('data', read).off('end', end).off('error', failed).off('close', end).pause();
      done();
    }

    /** Appends a chunk. The buffer doubles, so that each byte is copied a few times. */
    function append(chunk: Buffer): void {
      const length = received.length + chunk.length;
      if (length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(length, 2 * buffer.length));
        received.copy(larger);
        buffer = larger;
      }
      chunk.copy(buffer, received.length);
      received = buffer.subarray(0, length);
    }

    function read(chunk: Buffer): void {
      append(chunk);
      for (;;) {
        const isDecided = searched < MAX_LEADING_BYTES + 4 && received.length >= MAX_LEADING_BYTES + 4;
        if (isDecided && !PROTOCOL.test(startOf(received))) return void failAsOther();
        const length = endOfHead(received, Math.max(MAX_LEADING_BYTES, searched - MAX_EMPTY_LINE_START));
        if (length === undefined || length > MAX_HEAD_BYTES) {
          searched = received.length;
          if (received.length >= MAX_HEAD_BYTES) fail(`sent a response head of more than ${MAX_HEAD_BYTES / 1024} KiB`);
          return;
        }
        const [, status = ''] = STATUS.exec(startOf(received)) ?? [];
        if (status === '101') return void fail('sent the unexpected status 101');
        const rest = Buffer.from(received.subarray(length));
        if (!/^1\d\d$/.test(status)) {
          const head = received.toString('latin1', 0, length);
          return void settle(() => resolve({ head, rest }));
        }
        received = buffer.subarray(0, 0);
        searched = 0;
        append(rest);
      }
    }

    function end(): void {
      if (received.length === 0) return void fail('closed the connection without a response');
      if (!PROTOCOL.test(startOf(received))) return void failAsOther();
      settle(() => resolve({ head: `${received.toString('latin1')}\r\n\r\n`, rest: Buffer.alloc(0) }));
    }

    const failAsOther = () => fail('sent a response that is not HTTP');
    const failed = (error: Error) => fail(`closed the connection: ${error.message}`);
    server.on('data', read).on('end', end).on('error', failed).on('close', end);
  });
}

/** Returns the length of the head with its empty line, searched for from an offset. */
function endOfHead(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return undefined;
}

const startOf = (bytes: Buffer): string => bytes.toString('latin1', 0, 64);

/**
 * Converts a head for the browser, which parses the other lines itself. The connection ends with
 * the response: the first `Connection` counts.
 */
export function headForBrowser(head: string): string {
  const [status = '', ...lines] = head.slice(head.search(/HTTP/i)).trimEnd().split(/\r?\n/);
  const named = new Set(
    lines.flatMap((line) => (nameOf(line) === 'connection' ? namesOfConnection(line.slice(11)) : [])),
  );
  let isDropped = false;
  const kept = lines.filter((line) => {
    // A line that begins with a space continues the one before it.
    if (!/^[ \t]/.test(line)) isDropped = isHopByHop(nameOf(line), named) && !FRAMING.has(nameOf(line));
    return !isDropped;
  });
  // Browsers need no reason phrase, and reject a NUL.
  return [status.replaceAll('\0', ''), 'Connection: close', ...kept, '', ''].join('\r\n');
}

/** The body is forwarded with its framing. */
const FRAMING = new Set(['transfer-encoding', 'trailer']);

const nameOf = (line: string): string => (line.split(':', 1)[0] ?? '').trim().toLowerCase();

/** Composes the head of a request to the server. Node's parser has checked method and headers. */
export function headForServer({ method = 'GET', rawHeaders }: IncomingMessage, path: string): string {
  const headers = endToEndHeaders(rawHeaders);
  const lines = Array.from({ length: headers.length / 2 }, (_, i) => `${headers[2 * i]}: ${headers[2 * i + 1]}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');
}
