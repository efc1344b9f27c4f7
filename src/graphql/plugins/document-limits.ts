import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type ASTVisitor,
  GraphQLError,
  isIntrospectionType,
  parse,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { costOf } from './document-cost.ts';

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
  /** Values in the response: see document-cost.ts. */
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
