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

/** The most that one document may hold, over every transport. REST's own documents stay below. */
export const DOCUMENT_LIMITS = {
  characters: 65_536,
  tokens: 1_000,
  /** Levels of fields below the operation; fragments and `__schema` do not count. */
  depth: 10,
  aliases: 15,
  directives: 9,
  /** Answers about the whole schema, and about one of its types. */
  __schema: 1,
  __type: 5,
  /** Values that the answer may hold: see document-cost.ts. */
  cost: 60_000,
};

const { characters, tokens, depth, aliases, directives, cost } = DOCUMENT_LIMITS;

const rules: ValidationRule[] = [
  reporting('Ask for what is below in a second operation.', (onReject) =>
    maxDepthRule({ n: depth, flattenFragments: true, propagateOnRejection: false, onReject }),
  ),
  reporting('Send the fields in several operations.', (onReject) =>
    maxAliasesRule({ n: aliases, allowList: [], propagateOnRejection: false, onReject }),
  ),
  reporting('Send the fields in several operations.', (onReject) =>
    maxDirectivesRule({ n: directives, propagateOnRejection: false, onReject }),
  ),
  maxIntrospectionsRule,
];

/**
 * Refuses documents that cost more to answer than a client could use: too long before they are parsed, too wide or
 * deep before they run, too large an answer once their variables are known.
 */
export function useDocumentLimits(options: { hideSuggestions: boolean }): Plugin {
  const refuseCostly: NonNullable<Plugin['onExecute']> = ({ args, setResultAndStopExecution }) => {
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
    onExecute: refuseCostly,
    onSubscribe: refuseCostly as unknown as Plugin['onSubscribe'],
  };
}

const parseWithinLimits: typeof parse = (source, options) => {
  const { length } = typeof source === 'string' ? source : source.body;
  if (length > characters) {
    throw new GraphQLError(
      `The document has ${length} characters, at most ${characters} are taken. Send long values as variables.`,
    );
  }
  try {
    return parse(source, { ...options, maxTokens: tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError && TOO_MANY_TOKENS.test(error.message))) throw error;
    throw new GraphQLError(
      `The document has more than the ${tokens} tokens that are taken. Ask for less, or in several operations.`,
    );
  }
};

/** How graphql-js says it. */
const TOO_MANY_TOKENS = /tokens\. Parsing aborted/;

const tooCostly = (found: number) =>
  new GraphQLError(
    `The answer may hold ${found} values, at most ${cost} are given. Ask for fewer items with first or last, or for fewer fields.`,
  );

/**
 * Each costs as much as a hundred other answers, of a document that need not be longer. Below them each alias would be one
 * more copy of what may be most of the schema, and there is nothing that differs between two: no tool asks for one.
 */
function maxIntrospectionsRule(context: ValidationContext): ASTVisitor {
  const found = { __schema: new Set<string>(), __type: new Set<string>() };
  let isRenamed = false;
  return {
    Field({ name: { value: name }, alias }) {
      const parent = context.getParentType();
      if (alias && alias.value !== name && parent && isIntrospectionType(parent) && !isRenamed) {
        isRenamed = true;
        const message = `The document asks for ${name} of ${parent.name} as ${alias.value}. Below __schema and __type there are no aliases: ask for ${name} once, by its own name.`;
        context.reportError(new GraphQLError(message));
      }
      if (name !== '__schema' && name !== '__type') return;
      const most = DOCUMENT_LIMITS[name];
      // Under one name it is answered once.
      found[name].add((alias ?? { value: name }).value);
      if (found[name].size !== most + 1) return;
      const message = `The document asks for ${name} more often than ${most} ${most === 1 ? 'time' : 'times'}. Ask for the rest in a second operation.`;
      context.reportError(new GraphQLError(message));
    },
  };
}

type OnReject = ((context: ValidationContext | null, error: GraphQLError) => void)[];

/** Armor's rules throw through `validate`, past masking. Here they report as any other rule, with what to do. */
function reporting(remedy: string, rule: (onReject: OnReject) => (context: ValidationContext) => object) {
  return rule([
    (context, { message }) =>
      context?.reportError(new GraphQLError(`${message.replace('Syntax Error: ', '')} ${remedy}`)),
  ]) as ValidationRule;
}
