import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type ASTVisitor,
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  getOperationAST,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  type ValueNode,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../schema/connection.ts';
import { innerDocumentOf, maxItemsOf } from '../../schema/constraints.ts';

/** Limits of a document, on every transport. The documents of REST stay below them. */
export const DOCUMENT_LIMITS = {
  characters: 65_536,
  tokens: 1_000,
  /** Levels of fields below the operation; fragments and `__schema` do not count. */
  depth: 10,
  aliases: 15,
  directives: 9,
  /** Root fields for the whole schema, and for one type. */
  __schema: 1,
  __type: 5,
  /** Values in the response: see `costOf`. */
  cost: 80_000,
};

const { characters, tokens, depth, aliases, directives, cost } = DOCUMENT_LIMITS;

const rules: ValidationRule[] = [
  reporting('Request deeper fields in a second operation.', (onReject) =>
    maxDepthRule({ n: depth, flattenFragments: true, propagateOnRejection: false, onReject }),
  ),
  reporting('Split the fields over several operations.', (onReject) =>
    maxAliasesRule({ n: aliases, allowList: [], propagateOnRejection: false, onReject }),
  ),
  reporting('Split the fields over several operations.', (onReject) =>
    maxDirectivesRule({ n: directives, propagateOnRejection: false, onReject }),
  ),
  maxIntrospectionsRule,
];

/**
 * Rejects expensive documents: by length before parsing, by depth and width before execution, and
 * by cost once the variables are known.
 */
export function useDocumentLimits(options: { hideSuggestions: boolean }): Plugin {
  const rejectCostly: NonNullable<Plugin['onExecute']> = ({ args, setResultAndStopExecution }) => {
    const found = costOf(args);
    if (found > cost) setResultAndStopExecution({ errors: [tooCostly(found)] });
  };
  return {
    onParse({ setParseFn }) {
      setParseFn(parseWithinLimits);
    },
    onValidate({ addValidationRule, setValidationFn }) {
      rules.forEach(addValidationRule);
      const { hideSuggestions } = options;
      setValidationFn((schema, document, all) => validate(schema, document, all, { hideSuggestions }));
    },
    onExecute: rejectCostly,
    onSubscribe: rejectCostly as unknown as Plugin['onSubscribe'],
  };
}

const parseWithinLimits: typeof parse = (source, options) => {
  const { length } = typeof source === 'string' ? source : source.body;
  if (length > characters) {
    throw new GraphQLError(
      `The document has ${length} characters; the limit is ${characters}. Send long values as variables.`,
    );
  }
  try {
    return parse(source, { ...options, maxTokens: tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError && TOO_MANY_TOKENS.test(error.message))) throw error;
    throw new GraphQLError(
      `The document exceeds the limit of ${tokens} tokens. Request fewer fields, or use several operations.`,
    );
  }
};

/** Message of graphql-js. */
const TOO_MANY_TOKENS = /tokens\. Parsing aborted/;

const tooCostly = (found: number) =>
  new GraphQLError(
    `The response may contain ${found} values; the limit is ${cost}. Request fewer items with first or last, or fewer fields.`,
  );

/**
 * Limits introspection, which costs as much as a hundred other responses. Aliases below `__schema`
 * and `__type` could multiply most of the schema; no tool uses them.
 */
function maxIntrospectionsRule(context: ValidationContext): ASTVisitor {
  const found = { __schema: new Set<string>(), __type: new Set<string>() };
  let hasAlias = false;
  return {
    Field({ name: { value: name }, alias }) {
      const parent = context.getParentType();
      if (alias && alias.value !== name && parent && isIntrospectionType(parent) && !hasAlias) {
        hasAlias = true;
        const message = `The document requests ${name} of ${parent.name} as ${alias.value}. Aliases are not allowed below __schema and __type; request ${name} once, by its own name.`;
        context.reportError(new GraphQLError(message));
      }
      if (name !== '__schema' && name !== '__type') return;
      const max = DOCUMENT_LIMITS[name];
      // Repeated fields with one name are executed once.
      found[name].add((alias ?? { value: name }).value);
      if (found[name].size !== max + 1) return;
      const message = `The document requests ${name} more than ${max} ${max === 1 ? 'time' : 'times'}. Request the rest in a second operation.`;
      context.reportError(new GraphQLError(message));
    },
  };
}

type OnReject = ((context: ValidationContext | null, error: GraphQLError) => void)[];

/** Makes Armor's rules report errors, with a remedy; by default they throw past masking. */
function reporting(remedy: string, rule: (onReject: OnReject) => (context: ValidationContext) => object) {
  return rule([
    (context, { message }) =>
      context?.reportError(new GraphQLError(`${message.replace('Syntax Error: ', '')} ${remedy}`)),
  ]) as ValidationRule;
}

/**
 * Evaluates each fragment of a document at most once: fragments may spread one another, so that the
 * number of spreads doubles with each.
 *
 * @param initial result of a fragment that is absent or being evaluated
 */
export function memoizeFragments<T>(
  { definitions }: DocumentNode,
  initial: T,
  evaluate: (fragment: FragmentDefinitionNode) => T,
): (name: string) => T {
  const pending = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) pending.set(node.name.value, node);
  const results = new Map<string, T>();
  return (name) => {
    const fragment = pending.get(name);
    if (!fragment) return results.get(name) ?? initial;
    pending.delete(name);
    const result = evaluate(fragment);
    results.set(name, result);
    return result;
  };
}

/** Arguments that define the number of items of a page. */
const SIZE_ARGUMENTS = ['first', 'last', 'limit'];
/** Argument with an id for each item of a list. */
const IDS_ARGUMENT = 'ids';
/** Assumed items of a list without pages whose field has no maximum. */
const UNPAGED_ITEMS = 10;

type Counted = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>;
type Type = GraphQLNamedType | undefined | null;

/**
 * Returns the maximum number of values in the response. Each field is one value; fields below a
 * list count once per item requested with `first`, `last`, `limit` or `ids`. A field that executes
 * a document counts as its values. `__schema` and `__type` cost nothing: a rule of graphql-js
 * limits their depth, and `DOCUMENT_LIMITS` their number.
 */
export function costOf({ schema, document, operationName, variableValues }: Counted): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  const fragmentCost = memoizeFragments(document, 0, ({ selectionSet, typeCondition }) =>
    selectionCost(selectionSet, schema.getType(typeCondition.name.value)),
  );

  function selectionCost({ selections }: SelectionSetNode, parent: Type): number {
    let cost = 0;
    for (const node of selections) {
      if (node.kind === Kind.FIELD) cost += fieldCost(node, parent);
      else if (node.kind === Kind.FRAGMENT_SPREAD) cost += fragmentCost(node.name.value);
      else
        cost += selectionCost(
          node.selectionSet,
          node.typeCondition ? schema.getType(node.typeCondition.name.value) : parent,
        );
    }
    return cost;
  }

  function fieldCost(node: FieldNode, parent: Type): number {
    if (node.name.value === '__typename') return 1;
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
    if (!field) return 0;
    const inner = innerDocumentOf(field);
    if (inner) return costOf({ schema, document: inner });
    if (!node.selectionSet) return 1;
    const isPaged = field.args.some(({ name }) => SIZE_ARGUMENTS.includes(name));
    const isUnpaged = isListType(getNullableType(field.type)) && !isConnection(parent);
    const items = isPaged ? pageSize(node) : isUnpaged ? (givenIds(node) ?? maxItemsOf(field) ?? UNPAGED_ITEMS) : 1;
    return 1 + items * selectionCost(node.selectionSet, getNamedType(field.type));
  }

  function pageSize({ arguments: args = [] }: FieldNode): number {
    const sizeArguments = args.filter(({ name }) => SIZE_ARGUMENTS.includes(name.value));
    const sizes = sizeArguments.map(({ value }) => sizeOf(value)).filter((size) => size !== undefined);
    return sizes.length > 0 ? Math.min(Math.max(0, ...sizes), MAX_PAGE_SIZE) : DEFAULT_PAGE_SIZE;
  }

  /** Returns the number of ids of a list that has an item for each of them. */
  function givenIds({ arguments: args = [] }: FieldNode): number | undefined {
    const value = args.find(({ name }) => name.value === IDS_ARGUMENT)?.value;
    return value && lengthOf(value);
  }

  function lengthOf(node: ValueNode): number {
    if (node.kind === Kind.LIST) return node.values.length;
    if (node.kind !== Kind.VARIABLE) return 1;
    const value = variableValues?.[node.name.value];
    if (value !== undefined) return Array.isArray(value) ? value.length : 1;
    const byDefault = defaultOf(node.name.value);
    return byDefault ? lengthOf(byDefault) : 0;
  }

  function sizeOf(node: ValueNode | undefined): number | undefined {
    if (node?.kind === Kind.INT) return Number(node.value);
    if (node?.kind !== Kind.VARIABLE) return undefined;
    const name = node.name.value;
    const value = variableValues?.[name];
    if (value !== undefined) return typeof value === 'number' ? value : undefined;
    return sizeOf(defaultOf(name));
  }

  const defaultOf = (variableName: string): ValueNode | undefined =>
    operation?.variableDefinitions?.find(({ variable }) => variable.name.value === variableName)?.defaultValue;

  return selectionCost(operation.selectionSet, schema.getRootType(operation.operation));
}

/**
 * Returns whether a type is a page. The parent field counts the items of its `nodes`, `edges` or
 * `data`.
 */
const isConnection = (type: Type): boolean =>
  isObjectType(type) && ['pageInfo', 'pagination'].some((name) => name in type.getFields());
