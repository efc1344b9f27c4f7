import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const S3_CREDENTIALS = {
  accessKeyId: 'AKIDTEST',
  secretAccessKey: 'a-secret-of-the-tests',
  region: 'eu-test-1',
};

/**
 * A local server that implements the part of the S3 API that Pinbound uses. It rejects requests
 * without a valid SigV4 signature.
 */
export interface S3Server {
  url: string;
  bucket: string;
  objects: Map<string, { bytes: Buffer; contentType: string; modifiedAt: Date }>;
  /** Method and path of every request, in order. */
  requests: string[];
  /** Fails this many requests with this status. */
  failNext(status: number, times: number): void;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const bucket = 'snapshots';
  const objects: S3Server['objects'] = new Map();
  const requests: string[] = [];
  let failing = { status: 0, times: 0 };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    requests.push(`${request.method} ${pathname}`);
    const respond = (status: number, text = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(text);
    const respondError = (status: number, code: string) =>
      respond(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);

    if (failing.times > 0) {
      failing.times -= 1;
      return respondError(failing.status, 'InternalError');
    }
    if (!isSigned(request, body)) return respondError(403, 'SignatureDoesNotMatch');
    const [, bucketName, ...rest] = pathname.split('/');
    if (bucketName !== bucket) return respondError(404, 'NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    if (request.method === 'GET' && key === '') return respond(200, listing(objects, searchParams));
    const found = objects.get(key);
    switch (request.method) {
      case 'PUT':
        objects.set(key, { bytes: body, contentType: request.headers['content-type'] ?? '', modifiedAt: new Date() });
        return respond(200, '', { etag: `"${createHash('md5').update(body).digest('hex')}"` });
      case 'DELETE':
        objects.delete(key);
        return respond(204);
      case 'HEAD':
        return found ? respond(200, '', { 'content-length': String(found.bytes.length) }) : respond(404);
      default: {
        if (!found) return respondError(404, 'NoSuchKey');
        const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        const bytes = start ? found.bytes.subarray(Number(start), Number(end) + 1) : found.bytes;
        return response.writeHead(start ? 206 : 200, { 'content-length': bytes.length }).end(bytes);
      }
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects,
    requests,
    failNext(status, times) {
      failing = { status, times };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Lists two keys per page, so that a client has to paginate. */
function listing(objects: S3Server['objects'], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const page = keys.slice(0, 2);
  const contents = page.map((key) => {
    const { bytes, modifiedAt } = objects.get(key) ?? { bytes: Buffer.alloc(0), modifiedAt: new Date() };
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const more = keys.length > page.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Verifies AWS Signature Version 4. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return false;
  const [, id, day = '', region = '', signedHeaders = '', signature] = match;
  const { accessKeyId, secretAccessKey } = S3_CREDENTIALS;
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
  if (id !== accessKeyId || region !== S3_CREDENTIALS.region) return false;
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  const url = new URL(request.url ?? '/', 'http://s3');
  const query = [...url.searchParams]
    .map(([name, value]) => [encodeURIComponent(name), encodeURIComponent(value)].join('='))
    .sort()
    .join('&');
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), signedHeaders, payload].join('\n');
  const date = String(request.headers['x-amz-date']);
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request');
  return hmac(key, toSign).toString('hex') === signature;
}
