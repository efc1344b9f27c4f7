import {
  type ASTVisitor,
  BREAK,
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { memoizeFragments } from '../../src/graphql/plugins/document-limits.ts';
import { hasCompilableConditions } from './compilable-conditions.ts';

/** Maximum of a document without fragments, which has at most as many selections as tokens. */
const MAX_SELECTIONS = 1_000;

/**
 * Returns whether graphql-jit executes a valid document as specified, and safely. Every trusted
 * document must pass: the service compiles all of them, and no others. graphql-jit writes values
 * of the document into the code that it generates: they must be numbers, plain texts or names of
 * the schema. It expands each fragment spread, so fragments must not multiply the document.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  if (countSelections(document) > MAX_SELECTIONS) return false;
  const types = new TypeInfo(schema);
  let isSupported = true;
  const reject = (): typeof BREAK => {
    isSupported = false;
    return BREAK;
  };
  const rejectIf = (isUnsupported: boolean | undefined) => (isUnsupported ? reject() : undefined);
  // Parsed values of custom scalars, such as dates, are serialized as JSON.
  const isCustomScalar = ({ kind }: ValueNode): boolean => {
    const type = getNamedType(types.getInputType());
    return kind !== Kind.VARIABLE && isScalarType(type) && !isSpecifiedScalarType(type);
  };
  const visitor: ASTVisitor = {
    // Conditions of one spread apply to all spreads of its fragment, and null counts as false.
    FragmentSpread: (node) => rejectIf(!hasCompilableConditions(node, document)),
    InlineFragment: ({ directives }) => rejectIf(hasAny(directives)),
    OperationDefinition: ({ directives }) => rejectIf(hasAny(directives)),
    FragmentDefinition: ({ directives }) => rejectIf(hasAny(directives)),
    // A text that begins like one of its marks for dates is run as code.
    StringValue: ({ value }) => rejectIf(value.includes('__')),
    // A member with this name sets the prototype.
    Name: ({ value }) => rejectIf(value === '__proto__'),
    // Paths are names joined with `_`, so these must be unambiguous. Introspection is slower
    // compiled.
    Field: (node) => {
      const { value: name } = node.name;
      const isPlain = !node.alias?.value.includes('_') && name !== '__schema' && name !== '__type';
      return rejectIf(!isPlain || !hasCompilableConditions(node, document));
    },
    Argument: ({ value }) => rejectIf(isCustomScalar(value)),
    ObjectField: ({ value }) => rejectIf(value.kind === Kind.VARIABLE || isCustomScalar(value)),
    // Absent variables become null, which non-null items accept.
    ListValue: ({ values }) => rejectIf(values.some(({ kind }) => kind === Kind.VARIABLE)),
    // The default of a required variable is ignored.
    VariableDefinition: ({ type, defaultValue, directives }) =>
      rejectIf(
        hasAny(directives) ||
          (defaultValue !== undefined && (type.kind === Kind.NON_NULL_TYPE || isCustomScalar(defaultValue))),
      ),
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return isSupported;
}

const hasAny = (directives: readonly unknown[] = []): boolean => directives.length > 0;

/** Counts the selections of all operations; those of a fragment count for each of its spreads. */
function countSelections(document: DocumentNode): number {
  const inFragment = memoizeFragments(document, 0, ({ selectionSet }) => inSelection(selectionSet));

  function inSelection(set: SelectionSetNode | undefined): number {
    let count = 0;
    for (const node of set?.selections ?? []) {
      count += 1 + (node.kind === Kind.FRAGMENT_SPREAD ? inFragment(node.name.value) : inSelection(node.selectionSet));
    }
    return count;
  }

  let count = 0;
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) count += inSelection(node.selectionSet);
  }
  return count;
}
