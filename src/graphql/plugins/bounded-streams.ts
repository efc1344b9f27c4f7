import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import type { LivePlaces } from '../live-places.ts';

const NOT_ACCEPTABLE = 406;

/**
 * Gives each subscription over HTTP a place of its address and of its user, until it ends or its connection does; 429
 * where there is none. Those of a WebSocket are in the socket's place. Before the masking, which knows no statuses.
 */
export function useBoundedStreams({ ofUser, ofAddress }: LivePlaces): Plugin<Context> {
  const endings = new WeakMap<Request, () => void>();
  return {
    // Yoga opens a stream before it looks at whether the caller takes one, and forgets it when not.
    onResponse({ request, response }) {
      if (response.status === NOT_ACCEPTABLE) endings.get(request)?.();
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const { signal, actor, ip, request } = args.contextValue as Context & YogaInitialContext;
      // A WebSocket has none.
      if (!signal) return undefined;
      const userId = actor.kind === 'user' ? actor.userId : undefined;
      const refusal = ofAddress.refusal(ip) ?? (userId && ofUser.refusal(userId));
      if (refusal) {
        setResultAndStopExecution({ errors: [tooMany(refusal)] });
        return undefined;
      }
      const places = [ofAddress.take(ip), ...(userId ? [ofUser.take(userId)] : [])];
      const leave = () => {
        for (const giveBack of places) giveBack();
      };
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      return {
        onSubscribeResult({ result }) {
          if (!isAsyncIterable(result)) {
            leave();
            return undefined;
          }
          endings.set(request, () => {
            leave();
            Promise.resolve(result[Symbol.asyncIterator]().return?.()).catch(() => undefined);
          });
          return { onEnd: leave };
        },
      };
    },
  };
}

const tooMany = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'RATE_LIMITED', http: { status: 429 } } });
