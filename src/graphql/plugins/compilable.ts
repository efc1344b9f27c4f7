import {
  type ASTVisitor,
  BREAK,
  type DocumentNode,
  type FragmentDefinitionNode,
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

/** As many as a document of the tokens that are taken can hold without fragments. */
const MOST_SELECTIONS = 1_000;

/**
 * Whether graphql-jit reads a valid document as the specification does, and nothing in it as code. It writes values of the
 * document into the function that it makes, so what stands there must be a number, a plain text or a word of the schema. It
 * walks a fragment anew wherever it is spread, so fragments must not make a document much longer.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  if (selectionsIn(document) > MOST_SELECTIONS) return false;
  const types = new TypeInfo(schema);
  let compilable = true;
  const refuse = (): typeof BREAK => {
    compilable = false;
    return BREAK;
  };
  const refuseIf = (unfit: boolean | undefined) => (unfit ? refuse() : undefined);
  // What a scalar of ours has parsed, a date for one, comes back as what JSON makes of it.
  const isOwnScalar = ({ kind }: ValueNode): boolean => {
    const type = getNamedType(types.getInputType());
    return kind !== Kind.VARIABLE && isScalarType(type) && !isSpecifiedScalarType(type);
  };
  const visitor: ASTVisitor = {
    // A fragment keeps the conditions of each place that it is spread in for all of them, and null is taken for false.
    Directive: refuse,
    // A text that begins like one of its marks for dates is run as code.
    StringValue: ({ value }) => refuseIf(value.includes('__')),
    // A member of this name becomes the prototype.
    Name: ({ value }) => refuseIf(value === '__proto__'),
    // The path of a field is told by its names, joined with `_`. Answers about the schema take longer compiled.
    Field: ({ alias, name: { value: name } }) =>
      refuseIf(alias?.value.includes('_') || name === '__schema' || name === '__type'),
    Argument: ({ value }) => refuseIf(isOwnScalar(value)),
    ObjectField: ({ value }) => refuseIf(value.kind === Kind.VARIABLE || isOwnScalar(value)),
    // An absent variable becomes null, and null passes for a member that may not be.
    ListValue: ({ values }) => refuseIf(values.some(({ kind }) => kind === Kind.VARIABLE)),
    // Of a required variable it takes the default for none.
    VariableDefinition: ({ type, defaultValue }) =>
      refuseIf(defaultValue !== undefined && (type.kind === Kind.NON_NULL_TYPE || isOwnScalar(defaultValue))),
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return compilable;
}

/** Fields, fragments and spreads of all operations, each fragment counted wherever it is spread. */
function selectionsIn({ definitions }: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  // Each is read once: they may spread one another in powers of two.
  const known = new Map<string, number>();

  function inFragment(name: string): number {
    const count = known.get(name) ?? inSelection(fragments.get(name)?.selectionSet);
    known.set(name, count);
    return count;
  }

  function inSelection(set: SelectionSetNode | undefined): number {
    let count = 0;
    for (const node of set?.selections ?? []) {
      count += 1 + (node.kind === Kind.FRAGMENT_SPREAD ? inFragment(node.name.value) : inSelection(node.selectionSet));
    }
    return count;
  }

  let count = 0;
  for (const node of definitions) if (node.kind === Kind.OPERATION_DEFINITION) count += inSelection(node.selectionSet);
  return count;
}
