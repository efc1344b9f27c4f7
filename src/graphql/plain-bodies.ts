import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Says why a compressed body is not read: Yoga would call it broken JSON. Nothing is decompressed, so nothing can swell. */
export function usePlainBodies(): Plugin {
  return {
    onRequestParse({ request }) {
      const encoding = request.headers.get('content-encoding') ?? 'identity';
      if (encoding === 'identity') return;
      throw new GraphQLError(`Content-Encoding: found "${encoding}", expected none; send the body uncompressed`, {
        extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
      });
    },
  };
}
