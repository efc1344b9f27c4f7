import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** A request whose body was read. */
export interface BufferedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface BufferedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** A response that is kept instead of sent. */
class KeptResponse extends ServerResponse {
  readonly chunks: Buffer[] = [];

  override write(chunk: string | Uint8Array): boolean {
    this.chunks.push(Buffer.from(chunk as string));
    return true;
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.emit('finish');
    return this;
  }
}

/**
 * Calls a handler of node:http with a request whose body was read, so that limits of the pipeline
 * apply before it.
 */
export function callHandler(
  handler: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown,
  { method, url, headers, body }: BufferedRequest,
): Promise<BufferedResponse> {
  const incoming = Object.assign(Readable.from(body.byteLength > 0 ? [Buffer.from(body)] : []), {
    method,
    url,
    headers,
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    socket: { encrypted: false, remoteAddress: undefined },
  }) as unknown as IncomingMessage;
  const outgoing = new KeptResponse(incoming);
  return new Promise((resolve, reject) => {
    outgoing.on('finish', () =>
      resolve({ status: outgoing.statusCode, headers: outgoing.getHeaders(), body: Buffer.concat(outgoing.chunks) }),
    );
    Promise.resolve(handler(incoming, outgoing)).catch(reject);
  });
}
