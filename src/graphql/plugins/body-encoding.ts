import { isUtf8 } from 'node:buffer';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { invariant } from '../../errors.ts';
import { type HttpContext, readHeldBody } from '../buffered-body.ts';

/**
 * Refuses bodies that Yoga would misread: a compressed one as broken JSON, and one that is no UTF-8 with other characters in
 * place of those that are none. Nothing is decompressed, so nothing can swell.
 */
export function usePlainBodies(): Plugin<object, HttpContext> {
  return {
    onRequestParse({ request, requestParser, setRequestParser, fetchAPI, serverContext }) {
      const encoding = request.headers.get('content-encoding') ?? 'identity';
      if (encoding.toLowerCase() !== 'identity') {
        throw refusal(`Content-Encoding: found "${encoding}", expected none; send the body uncompressed`);
      }
      if (!requestParser || !request.body) return;
      // Yoga passes a request whose body ends where it is over the limit.
      setRequestParser(async (limited) => {
        invariant(serverContext.share, 'the edge passes one with every request');
        const body = await readHeldBody(limited, serverContext.share);
        if (!isUtf8(body)) throw refusal('The body is not valid UTF-8');
        const { url, method, headers } = limited;
        return requestParser(new fetchAPI.Request(url, { method, headers, body: withoutMark(body) }));
      });
    },
  };
}

/** Some editors put a byte order mark before what they save; over REST the decoder drops it. */
const withoutMark = (body: Uint8Array<ArrayBuffer>) =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;

const refusal = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });
