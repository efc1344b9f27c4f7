import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { maskError } from '../../schema/mask-error.ts';

/** Counts an answer that goes out in parts because its caller takes nothing else: it says no length of its own. */
export function useMeasuredAnswers(): Plugin<object, Context> {
  return {
    onResultProcess({ request, result, serverContext, setResult }) {
      if (isAsyncIterable(result) || !/event-stream|multipart/.test(request.headers.get('accept') ?? '')) return;
      try {
        serverContext.answer?.made(Buffer.byteLength(JSON.stringify(result)));
      } catch (refusal) {
        setResult({ errors: [maskError(refusal, serverContext)] });
      }
    },
  };
}
