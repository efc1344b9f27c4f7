import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import type { ConnectionSlots } from '../connection-slots.ts';

const NOT_ACCEPTABLE = 406;

/**
 * Acquires a slot of the address and of the user for each subscription over HTTP; 429 if none is
 * free. Subscriptions of a WebSocket share the socket's slot. Runs before masking, which removes
 * HTTP statuses.
 */
export function useBoundedStreams({ ofUser, ofAddress }: ConnectionSlots): Plugin<Context> {
  const closeStream = new WeakMap<Request, () => void>();
  return {
    // Yoga opens a stream before it checks the Accept header, and does not close it.
    onResponse({ request, response }) {
      if (response.status === NOT_ACCEPTABLE) closeStream.get(request)?.();
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const { signal, actor, ip, request } = args.contextValue as Context & YogaInitialContext;
      // Operations of a WebSocket have no signal.
      if (!signal) return undefined;
      const userId = actor.kind === 'user' ? actor.userId : undefined;
      const error = ofAddress.limitError(ip) ?? (userId && ofUser.limitError(userId));
      if (error) {
        setResultAndStopExecution({ errors: [rateLimited(error)] });
        return undefined;
      }
      const releases = [ofAddress.acquire(ip), ...(userId ? [ofUser.acquire(userId)] : [])];
      const release = () => {
        for (const releaseSlot of releases) releaseSlot();
      };
      signal.addEventListener('abort', release, { once: true });
      if (signal.aborted) release();
      return {
        onSubscribeResult({ result }) {
          if (!isAsyncIterable(result)) {
            release();
            return undefined;
          }
          closeStream.set(request, () => {
            release();
            Promise.resolve(result[Symbol.asyncIterator]().return?.()).catch(() => undefined);
          });
          return { onEnd: release };
        },
      };
    },
  };
}

const rateLimited = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'RATE_LIMITED', http: { status: 429 } } });
