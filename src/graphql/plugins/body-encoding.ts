import { isUtf8 } from 'node:buffer';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { invariant } from '../../errors.ts';
import { type HttpContext, readBufferedBody } from '../buffered-body.ts';

/** Media type of JSON, in any letter case, with optional parameters. */
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Rejects bodies other than JSON, which a page of another origin can send without a preflight, and
 * those that Yoga would misread: compressed ones, and invalid UTF-8. Nothing is decompressed, so no
 * body can expand.
 */
export function useBodyEncoding(): Plugin<object, HttpContext> {
  return {
    onRequest({ request }) {
      // Yoga compares the type in lower case.
      const contentType = request.headers.get('content-type') ?? '';
      if (JSON_TYPE.test(contentType)) request.headers.set('content-type', 'application/json');
    },
    onRequestParse({ request, requestParser, setRequestParser, fetchAPI, serverContext }) {
      const contentType = request.headers.get('content-type') ?? '';
      if (request.method === 'POST' && contentType !== 'application/json') {
        throw badRequest(`Content-Type: found "${contentType}", expected application/json`, 415);
      }
      const encoding = request.headers.get('content-encoding') ?? 'identity';
      if (encoding.toLowerCase() !== 'identity') {
        throw badRequest(`Content-Encoding: found "${encoding}", expected none; send the body uncompressed`);
      }
      if (!requestParser || !request.body) return;
      setRequestParser(async (received) => {
        invariant(serverContext.bodyReservation, 'src/graphql/endpoint.ts passes one with every request');
        const body = await readBufferedBody(received, serverContext.bodyReservation);
        if (!isUtf8(body)) throw badRequest('The body is not valid UTF-8');
        const { url, method, headers } = received;
        return requestParser(new fetchAPI.Request(url, { method, headers, body: withoutByteOrderMark(body) }));
      });
    },
  };
}

/** Removes a byte order mark, which some editors add; over REST the decoder does. */
const withoutByteOrderMark = (body: Uint8Array<ArrayBuffer>) =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;

const badRequest = (message: string, status = 400) =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status } } });
