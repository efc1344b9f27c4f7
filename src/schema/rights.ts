import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { describeRoles, leastRole, needsMoreThanMembership } from '../resolvers/platform/policies/roles.ts';
import { type Operation, operationOf } from './operation.ts';

const PLUGIN = 'pinboundRights';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      pinboundRights: RightsPlugin<Types>;
    }
  }
}

/** Adds the required role to the description of each root field. */
class RightsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const needed = describeRights(operationOf(field) ?? {});
    return needed ? { ...field, description: insertAfterFirstSentence(field.description ?? '', needed) } : field;
  }
}

SchemaBuilder.registerPlugin(PLUGIN, RightsPlugin);
export default PLUGIN;

/** @returns undefined if all members have the right, or no role is required */
function describeRights({ needs, needsAlso }: Pick<Operation, 'needs' | 'needsAlso'>): string | undefined {
  if (!needs || !needsMoreThanMembership(needs)) return undefined;
  const also = needsAlso ? `; ${leastRole(needsAlso.right)} ${needsAlso.where}` : '';
  return `Needs ${describeRoles(needs)}${also}.`;
}

const insertAfterFirstSentence = (description: string, sentence: string): string =>
  description.replace(/\.(?= |$)/, `. ${sentence}`);
