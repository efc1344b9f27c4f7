import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { getGraphQLRateLimiter } from 'graphql-rate-limit';
import type { Context } from '../context.ts';
import { invariant } from '../errors.ts';
import type { RateLimitState, RateLimitStore } from '../infrastructure/rate-limit-store/rate-limit-store.ts';
import { inSpan } from '../infrastructure/telemetry/tracing.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { networkOf } from '../lib/network-of.ts';
import { findProjectId, findProjectIdWithLimit } from '../resolvers/addons/collection/find-project-id.ts';
import { viaOf } from '../resolvers/platform/policies/access.ts';
import { rateLimited, rateLimitState } from '../resolvers/platform/quotas/call-limits.ts';
import { operationOf, type ThrottleClass } from './operation.ts';

const PLUGIN = 'pinboundThrottle';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      pinboundThrottle: ThrottlePlugin<Types>;
    }
  }
}

/** Counts each call of a root field before its resolver runs, on every transport. */
class ThrottlePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const throttle = field.kind === 'Subscription' ? undefined : operationOf(field)?.throttle;
    return throttle ? withThrottle(resolve, throttle) : resolve;
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    const throttle = operationOf(field)?.throttle;
    return subscribe && throttle ? withThrottle(subscribe, throttle) : subscribe;
  }
}

SchemaBuilder.registerPlugin(PLUGIN, ThrottlePlugin);
export default PLUGIN;

type Resolver = GraphQLFieldResolver<unknown, object, object>;

function withThrottle(resolve: Resolver, throttle: ThrottleClass): Resolver {
  return (parent, args, context, info) =>
    inSpan(`field ${info.fieldName}`, {}, async () => {
      await consumeTokens(context as Context, throttle, args, info.fieldName);
      return resolve(parent, args, context, info);
    });
}

/**
 * Counts a call that is rejected before it reaches its field.
 *
 * @throws RATE_LIMITED if a limit is exceeded
 */
export async function countCall(
  ctx: Context,
  field: { name: string; extensions?: unknown },
  args: object,
): Promise<void> {
  const throttle = operationOf(field)?.throttle;
  if (throttle) await consumeTokens(ctx, throttle, args, field.name);
}

/**
 * Counts an operation without a counted field: a rejected document, introspection, or the upgrade
 * to a WebSocket.
 *
 * @throws RATE_LIMITED if the limit is exceeded
 */
export async function countUnresolvedOperation(ctx: Context): Promise<void> {
  if (!ctx.rateLimit.counted) await consumeTokens(ctx, 'api', {}, 'operation');
}

async function consumeTokens(ctx: Context, throttle: ThrottleClass, args: object, fieldName: string): Promise<void> {
  ctx.rateLimit.counted = true;
  for await (const { identity, max } of limitsFor(ctx, throttle, args)) {
    if (max > 0) await consumeToken(ctx, identity, max, fieldName);
  }
}

interface Limit {
  identity: string;
  max: number;
}

/** Yields limits one by one: the project is read only if the limits before are not exceeded. */
async function* limitsFor(
  ctx: Context,
  throttle: ThrottleClass,
  args: { projectKey?: unknown },
): AsyncGenerator<Limit> {
  const { rateLimits } = ctx.services.config;
  const network = networkOf(ctx.ip);
  if (throttle === 'auth') yield { identity: `auth:${network}`, max: rateLimits.auth };
  if (throttle === 'auth' || ctx.actor.kind === 'system') return;
  // The argument first: a key in the path overrides the header.
  const key = String(args.projectKey ?? ctx.projectKey ?? '');
  if (throttle === 'collect') {
    const projectId = key && (await findProjectIdWithLimit(ctx, key));
    // The address first: calls above its limit do not count against the project.
    if (projectId && rateLimits.collect > 0) {
      yield { identity: `collect:${projectId}:${network}`, max: rateLimits.collectIp };
    }
    yield { identity: `collect:${projectId || network}`, max: rateLimits.collect };
    return;
  }
  yield ctx.actor.kind === 'user'
    ? { identity: viaOf(ctx) ? `token:${viaOf(ctx)}` : `user:${ctx.actor.userId}`, max: rateLimits.user }
    : { identity: `ip:${network}`, max: rateLimits.ip };
  if (throttle === 'api' || rateLimits.project === 0) return;
  const projectId = await findProjectId(ctx, key);
  if (projectId) yield { identity: `project:${projectId}`, max: rateLimits.project };
}

/** @throws RATE_LIMITED if the limit is exceeded */
async function consumeToken(ctx: Context, identity: string, max: number, fieldName: string): Promise<void> {
  const { store, state } = createCountingStore(ctx.services.rateLimitStore, identity, max);
  const limiter = getGraphQLRateLimiter({ identifyContext: () => identity, store });
  const info = { fieldName } as GraphQLResolveInfo;
  const exceeded = await limiter({ parent: null, args: {}, context: ctx, info }, { max: 1, window: '1m' });
  const now = state();
  if (exceeded) throw rateLimited(ctx, { what: 'calls', limit: max, windowMs: MINUTE_MS }, now);
  const { nearest } = ctx.rateLimit;
  if (!nearest || now.remaining < nearest.remaining) ctx.rateLimit.nearest = now;
}

/**
 * Creates a store for graphql-rate-limit that counts when it is read. The library's own stores
 * read, then write, so concurrent calls would be counted once. The limiter iterates over earlier
 * calls; to keep that constant, it gets a limit of one and one earlier call if `max` is exceeded.
 */
function createCountingStore(calls: RateLimitStore, identity: string, max: number) {
  let state: RateLimitState | undefined;
  return {
    store: {
      async getForIdentity() {
        const window = await calls.increment(identity, MINUTE_MS);
        state = rateLimitState(window, max);
        return window.count > max ? [Date.now()] : [];
      },
      setForIdentity() {},
    },
    state() {
      invariant(state, 'the limiter reads its store before it returns');
      return state;
    },
  };
}
