import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { maskError } from '../../schema/mask-error.ts';

/** Sets the size of responses without Content-Length: single results sent as a stream. */
export function useMeasuredResponses(): Plugin<object, Context> {
  return {
    onResultProcess({ request, result, serverContext, setResult }) {
      if (isAsyncIterable(result) || !/event-stream|multipart/.test(request.headers.get('accept') ?? '')) return;
      try {
        serverContext.responseBudget?.setSize(Buffer.byteLength(JSON.stringify(result)));
      } catch (error) {
        setResult({ errors: [maskError(error, serverContext)] });
      }
    },
  };
}
