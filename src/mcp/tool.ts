import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { invariant } from '../errors.ts';
import type { Action } from '../resolvers/platform/policies/roles.ts';
import type { Json } from '../schema/json-schema.ts';
import type { AgentTool } from '../schema/operation.ts';
import type { ToolDocument } from './tool-document.ts';

/** A variable of a tool's documents: an argument of the tool. */
export interface ToolVariable {
  name: string;
  type: GraphQLInputType;
  /** Undefined without one. */
  defaultValue: unknown;
  /** Argument or input field that it is passed to. */
  target: GraphQLArgument | GraphQLInputField;
}

/** A tool with everything that is derived from its documents. */
export interface Tool extends AgentTool {
  parsed: DocumentNode;
  parsedWait?: DocumentNode;
  /** The documents as they are executed. */
  executed: ToolDocument;
  executedWait?: ToolDocument;
  /** Root field that declares the tool. */
  field: GraphQLField<unknown, unknown>;
  variables: readonly ToolVariable[];
  /** All actions that the access token needs. */
  needs: readonly Action[];
  inputSchema: Json;
  outputSchema: Json;
}

/** Returns the only operation of a document. */
export function operationIn(document: DocumentNode): OperationDefinitionNode {
  const [definition] = document.definitions;
  invariant(
    definition?.kind === Kind.OPERATION_DEFINITION && document.definitions.length === 1,
    'the document of a tool has one operation and no fragments',
  );
  return definition;
}
