import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { grantOf, notInPanel } from '../resolvers/platform/policies/access.ts';
import { describeRoles, leastRole, needsMoreThanMembership } from '../resolvers/platform/policies/roles.ts';
import { type Operation, operationOf, viewerOf } from './operation.ts';

const PLUGIN = 'pinboundRights';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      pinboundRights: RightsPlugin<Types>;
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/**
 * Adds the required role to the description of each root field and related field, and whether it
 * accepts access tokens and tokens of visitors. Rejects access tokens and the panel where it does
 * not accept them.
 */
class RightsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const operation = operationOf(field);
    const sentences = [
      describeRights(operation ?? viewerOf(field) ?? {}),
      operation?.acceptsTokens && 'Accepts access tokens.',
      operation?.acceptsVisitors && 'Accepts x-visitor-token.',
    ];
    const added = sentences.filter(Boolean).join(' ');
    return added ? { ...field, description: insertAfterFirstSentence(field.description ?? '', added) } : field;
  }

  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    return field.kind === 'Subscription' ? resolve : rejectTokens(resolve, field);
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && rejectTokens(subscribe, field);
  }
}

SchemaBuilder.registerPlugin(PLUGIN, RightsPlugin);
export default PLUGIN;

function rejectTokens<Types extends SchemaTypes>(
  resolve: Resolver<Types>,
  field: PothosOutputFieldConfig<Types>,
): Resolver<Types> {
  const operation = operationOf(field);
  if (!operation || (operation.acceptsTokens && operation.acceptsPanel)) return resolve;
  const remedy =
    (operation.rest?.auth ?? 'bearer') === 'bearer'
      ? 'send the token of a session (POST /auth/login)'
      : 'omit the Authorization header';
  return (parent, args, context, info) => {
    const grant = grantOf(context as Context);
    if (grant?.isPanel && !operation.acceptsPanel) throw notInPanel();
    if (grant && !grant.isPanel && !operation.acceptsTokens) {
      throw new AppError('FORBIDDEN', `This operation does not accept access tokens (pbt_…); ${remedy}`);
    }
    return resolve(parent, args, context, info);
  };
}

/** @returns undefined if all members have the right, or no role is required */
function describeRights({ needs, needsAlso }: Pick<Operation, 'needs' | 'needsAlso'>): string | undefined {
  if (!needs || !needsMoreThanMembership(needs)) return undefined;
  const also = needsAlso ? `; ${leastRole(needsAlso.right)} ${needsAlso.where}` : '';
  return `Needs ${describeRoles(needs)}${also}.`;
}

const insertAfterFirstSentence = (description: string, sentence: string): string =>
  description.replace(/\.(?= |$)/, `. ${sentence}`);
