import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { leastRole, needsMoreThanMembership } from '../resolvers/platform/policies/roles.ts';
import { type Operation, operationOf } from './operation.ts';

const PLUGIN = 'pinboundRights';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      pinboundRights: RightsPlugin<Types>;
    }
  }
}

/** Says in the description of each root field which role has the right that it needs. */
class RightsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const needed = inWords(operationOf(field) ?? {});
    return needed ? { ...field, description: afterFirstSentence(field.description ?? '', needed) } : field;
  }
}

SchemaBuilder.registerPlugin(PLUGIN, RightsPlugin);
export default PLUGIN;

/** @returns nothing where every member has the right, or no role decides */
function inWords({ needs, needsAlso }: Pick<Operation, 'needs' | 'needsAlso'>): string | undefined {
  if (!needs || !needsMoreThanMembership(needs)) return undefined;
  const also = needsAlso ? `; ${leastRole(needsAlso.right)} ${needsAlso.where}` : '';
  return `Needs ${leastRole(needs)}${also}.`;
}

const afterFirstSentence = (description: string, sentence: string): string =>
  description.replace(/\.(?= |$)/, `. ${sentence}`);
