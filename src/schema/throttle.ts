import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { getGraphQLRateLimiter } from 'graphql-rate-limit';
import type { Context } from '../context.ts';
import { invariant } from '../errors.ts';
import type { CallCounter, RateLimitState } from '../infrastructure/call-counter/call-counter.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { networkOf } from '../lib/network-of.ts';
import { countedProject, knownProject } from '../resolvers/collection/count-project.ts';
import { rateLimited, rateLimitState } from '../resolvers/throttling/call-limits.ts';
import { operationOf, type ThrottleClass } from './operation.ts';

const PLUGIN = 'pinboundThrottle';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      pinboundThrottle: ThrottlePlugin<Types>;
    }
  }
}

/** Counts each call of a root field before its resolver runs, over whichever transport it came. */
class ThrottlePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const throttle = field.kind === 'Subscription' ? undefined : operationOf(field)?.throttle;
    return throttle ? throttled(resolve, throttle) : resolve;
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    const throttle = operationOf(field)?.throttle;
    return subscribe && throttle ? throttled(subscribe, throttle) : subscribe;
  }
}

SchemaBuilder.registerPlugin(PLUGIN, ThrottlePlugin);
export default PLUGIN;

type Resolver = GraphQLFieldResolver<unknown, object, object>;

function throttled(resolve: Resolver, throttle: ThrottleClass): Resolver {
  return async (parent, args, context, info) => {
    await takePlaces(context as Context, throttle, args, info.fieldName);
    return resolve(parent, args, context, info);
  };
}

/** Counts a call that is refused before it reaches its field. @throws RATE_LIMITED when it is one too many */
export async function countCall(
  ctx: Context,
  field: { name: string; extensions?: unknown },
  args: object,
): Promise<void> {
  const throttle = operationOf(field)?.throttle;
  if (throttle) await takePlaces(ctx, throttle, args, field.name);
}

/**
 * Counts an operation of which no field was counted: a document that is refused, or asks for the schema alone.
 * @throws RATE_LIMITED when it is one too many
 */
export async function countUncounted(ctx: Context): Promise<void> {
  if (!ctx.rateLimit.counted) await takePlaces(ctx, 'api', {}, 'operation');
}

async function takePlaces(ctx: Context, throttle: ThrottleClass, args: object, fieldName: string): Promise<void> {
  ctx.rateLimit.counted = true;
  for await (const { identity, max } of limitsFor(ctx, throttle, args)) {
    if (max > 0) await takePlace(ctx, identity, max, fieldName);
  }
}

interface Limit {
  identity: string;
  max: number;
}

/** One after the other: the project is looked up only for a caller who has a place. */
async function* limitsFor(
  ctx: Context,
  throttle: ThrottleClass,
  args: { projectKey?: unknown },
): AsyncGenerator<Limit> {
  const { rateLimits } = ctx.services.config;
  const network = networkOf(ctx.ip);
  if (throttle === 'auth') yield { identity: `auth:${network}`, max: rateLimits.auth };
  if (throttle === 'auth' || ctx.actor.kind === 'system') return;
  // The argument first: where it stands in the path, the header says nothing.
  const key = String(args.projectKey ?? ctx.projectKey ?? '');
  if (throttle === 'collect') {
    const projectId = key && (await countedProject(ctx, key));
    // First the address: what is beyond its part takes no place of the project's other visitors.
    if (projectId && rateLimits.collect > 0) {
      yield { identity: `collect:${projectId}:${network}`, max: rateLimits.collectIp };
    }
    yield { identity: `collect:${projectId || network}`, max: rateLimits.collect };
    return;
  }
  yield ctx.actor.kind === 'user'
    ? { identity: `user:${ctx.actor.userId}`, max: rateLimits.user }
    : { identity: `ip:${network}`, max: rateLimits.ip };
  if (throttle === 'api' || rateLimits.project === 0) return;
  const projectId = await knownProject(ctx, key);
  if (projectId) yield { identity: `project:${projectId}`, max: rateLimits.project };
}

/** @throws RATE_LIMITED when the window is full. */
async function takePlace(ctx: Context, identity: string, max: number, fieldName: string): Promise<void> {
  const { store, state } = countingStore(ctx.services.calls, identity, max);
  const limiter = getGraphQLRateLimiter({ identifyContext: () => identity, store });
  const info = { fieldName } as GraphQLResolveInfo;
  const refusal = await limiter({ parent: null, args: {}, context: ctx, info }, { max: 1, window: '1m' });
  const now = state();
  if (refusal) throw rateLimited(ctx, { what: 'calls', limit: max, windowMs: MINUTE_MS }, now);
  const { nearest } = ctx.rateLimit;
  if (!nearest || now.remaining < nearest.remaining) ctx.rateLimit.nearest = now;
}

/**
 * A store for graphql-rate-limit whose reading is the counting: its own stores read, then write, so parallel calls
 * share a place. The limiter goes through a list of the earlier calls. So that a call costs the same after none and after
 * 100 000, it is told of one place, and of one earlier call once the window holds more than `max`.
 */
function countingStore(calls: CallCounter, identity: string, max: number) {
  let state: RateLimitState | undefined;
  return {
    store: {
      async getForIdentity() {
        const window = await calls.count(identity, MINUTE_MS);
        state = rateLimitState(window, max);
        return window.calls > max ? [Date.now()] : [];
      },
      setForIdentity() {},
    },
    state() {
      invariant(state, 'the limiter reads its store before it answers');
      return state;
    },
  };
}
