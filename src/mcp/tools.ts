import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInputType,
  Kind,
  parse,
  TypeInfo,
  typeFromAST,
  validate,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { invariant } from '../errors.ts';
import { oncePer } from '../lib/once-per.ts';
import { type AgentTool, operationOf } from '../schema/operation.ts';
import { inputSchemaOf } from './input-schema.ts';
import { outputSchemaOf } from './output-schema.ts';
import { operationIn, type Tool, type ToolVariable } from './tool.ts';
import { toolDocument } from './tool-document.ts';

/** Names of all tools in the order of a session, which is the order of the list. */
const TOOL_NAMES = [
  'whoami',
  'find_work',
  'get_comment',
  'see',
  'see_page',
  'locate',
  'guards_for',
  'start_work',
  'check_fix',
  'resolve',
  'reply',
  'give_up',
  'list_orphans',
  'rebind',
  'get_deployment',
] as const;

/** Returns all tools of a schema by name, in the order of `TOOL_NAMES`. */
export const toolsOf = oncePer((schema: GraphQLSchema): ReadonlyMap<string, Tool> => {
  const declared = new Map(
    [schema.getQueryType(), schema.getMutationType()]
      .flatMap((root) => Object.values(root?.getFields() ?? {}))
      .flatMap((field) => (operationOf(field)?.mcp ?? []).map((tool) => [tool.name, deriveTool(schema, field, tool)])),
  );
  const unlisted = [...declared.keys()].filter((name) => !TOOL_NAMES.some((listed) => listed === name));
  invariant(unlisted.length === 0, `TOOL_NAMES lists every tool, also ${unlisted.join(', ')}`);
  return new Map(
    TOOL_NAMES.map((name) => {
      const tool = declared.get(name);
      invariant(tool, `a field declares the tool ${name}`);
      return [name, tool];
    }),
  );
});

function deriveTool(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>, tool: AgentTool): Tool {
  const parsed = parseValid(schema, tool.document);
  const parsedWait = tool.wait && parseValid(schema, tool.wait.document);
  const variables = new Map(
    [parsed, ...(parsedWait ? [parsedWait] : [])]
      .flatMap((document) => variablesOf(schema, document))
      .map((variable) => [variable.name, variable]),
  );
  for (const part of Object.keys(tool.parts?.values ?? {})) {
    invariant(variables.delete(part), `the document of ${tool.name} has the Boolean variable ${part}`);
  }
  const operations = rootFieldsOf(schema, parsed).map((root) => operationOf(root));
  const needs = [...operations.flatMap((operation) => operation?.needs ?? []), ...(tool.needsAlso ?? [])];
  const derived = {
    ...tool,
    parsed,
    executed: toolDocument(schema, parsed),
    ...(parsedWait && { parsedWait, executedWait: toolDocument(schema, parsedWait) }),
    field,
    variables: [...variables.values()],
    needs: [...new Set(needs)],
  };
  return {
    ...derived,
    inputSchema: inputSchemaOf(derived),
    outputSchema: outputSchemaOf(schema, parsedWait ?? parsed, tool.wait?.handle),
  };
}

function parseValid(schema: GraphQLSchema, text: string): DocumentNode {
  const document = parse(text);
  const [error] = validate(schema, document);
  invariant(!error, `the document of a tool is valid: ${error?.message}`);
  return document;
}

function rootFieldsOf(schema: GraphQLSchema, document: DocumentNode): GraphQLField<unknown, unknown>[] {
  const operation = operationIn(document);
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return operation.selectionSet.selections.map((selection) => {
    const field = selection.kind === Kind.FIELD && fields[selection.name.value];
    invariant(field, 'the root of a tool selects fields');
    return field;
  });
}

function variablesOf(schema: GraphQLSchema, document: DocumentNode): ToolVariable[] {
  const targets = new Map<string, GraphQLArgument | GraphQLInputField>();
  const typeInfo = new TypeInfo(schema);
  const remember = (name: string, target: GraphQLArgument | GraphQLInputField | undefined | null) => {
    if (target) targets.set(name, target);
  };
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Argument({ value }) {
        if (value.kind === Kind.VARIABLE) remember(value.name.value, typeInfo.getArgument());
      },
      ObjectField({ name, value }) {
        const parent = getNamedType(typeInfo.getParentInputType());
        if (value.kind === Kind.VARIABLE && isInputObjectType(parent)) {
          remember(value.name.value, parent.getFields()[name.value]);
        }
      },
    }),
  );
  return (operationIn(document).variableDefinitions ?? []).map(({ variable, type: node, defaultValue }) => {
    const name = variable.name.value;
    const type = typeFromAST(schema, node as never);
    const target = targets.get(name);
    invariant(isInputType(type) && target, `the variable ${name} is passed to an argument`);
    return { name, type, target, defaultValue: defaultValue && valueFromAST(defaultValue, type) };
  });
}
