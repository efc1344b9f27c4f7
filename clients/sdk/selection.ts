/** Field with a value, and its arguments. */
export interface Leaf<Value, Args = NoArguments> {
  leaf: Value;
  args: Args;
}

/** Field that leads to an object or to a list of objects, and its arguments. */
export interface Link<Value, Args = NoArguments> {
  link: Value;
  args: Args;
}

type NoArguments = Record<never, never>;

/** Object type behind a nullable value or a list. */
type TargetOf<Value> = Value extends readonly (infer Item)[] ? TargetOf<Item> : NonNullable<Value>;

/** Arguments of a field as the member `$`, which is required if one of them is. */
type Given<Args> = NoArguments extends Args ? { readonly $?: Args } : { readonly $: Args };

/** Fields to read of an object: `true` for a value, a selection for an object. */
export type Selection<Type> = {
  readonly [Name in keyof Type]?: Type[Name] extends Link<infer Value, infer Args>
    ? Selection<TargetOf<Value>> & Given<Args>
    : Type[Name] extends Leaf<unknown, infer Args>
      ? NoArguments extends Args
        ? true | Given<Args>
        : Given<Args>
      : never;
};

/** Rejects names in a selection that the type does not have. */
export type Known<Chosen, Type> = {
  readonly [Name in keyof Chosen]: Name extends '$'
    ? Chosen[Name]
    : Name extends keyof Type
      ? Type[Name] extends Link<infer Value, infer _Args>
        ? Known<Chosen[Name], TargetOf<Value>>
        : Chosen[Name]
      : never;
};

/** Value of a link, reduced to the chosen fields. */
type Linked<Value, Chosen> = Value extends null
  ? null
  : Value extends readonly (infer Item)[]
    ? readonly Linked<Item, Chosen>[]
    : Selected<Value, Chosen>;

/** Result of a selection: the chosen fields with their types. */
export type Selected<Type, Chosen> = {
  readonly [Name in Extract<keyof Chosen, keyof Type>]: Type[Name] extends Link<infer Value, infer _Args>
    ? Linked<Value, Chosen[Name]>
    : Type[Name] extends Leaf<infer Value, infer _Args>
      ? Value
      : never;
};

/** Target type of fields, with the types of their arguments if they have some. */
export type FieldTypes = Readonly<
  Record<string, Readonly<Record<string, string | readonly [target: string, args: Readonly<Record<string, string>>]>>>
>;

/** Kind of an operation. */
export type OperationKind = 'query' | 'mutation' | 'subscription';

/** A GraphQL document with its variables. */
export interface Request {
  text: string;
  variables: Record<string, unknown>;
}

const ROOT_TYPES = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

/**
 * Prints a selection as a GraphQL document. Arguments become variables, so that no value is part of
 * the text.
 *
 * @throws TypeError for an unknown argument or an object without a selection
 */
export function printSelection(kind: OperationKind, selection: object, fields: FieldTypes): Request {
  const variables: Record<string, unknown> = {};
  const definitions: string[] = [];

  function printFields(chosen: object, type: string): string {
    const names = Object.entries(chosen)
      .filter(([name, value]) => name !== '$' && value !== undefined)
      .map(([name, value]) => printField(name, value, type));
    if (names.length === 0) throw new TypeError(`${type} has no chosen field; choose one, such as { id: true }`);
    return `{ ${names.join(' ')} }`;
  }

  function printField(name: string, value: unknown, type: string): string {
    const known = fields[type]?.[name];
    const [target, types] = typeof known === 'string' ? [known, {}] : (known ?? ['', {}]);
    if (!/^\w+$/.test(name)) throw new TypeError(`${type} has no field with this name`);
    const chosen = typeof value === 'object' && value !== null ? value : {};
    const args = Object.entries('$' in chosen ? Object(chosen.$) : {})
      .filter(([, each]) => each !== undefined)
      .map(([argument, each]) => `${argument}: ${variableFor(`${type}.${name}`, argument, types, each)}`);
    const text = args.length > 0 ? `${name}(${args.join(', ')})` : name;
    return target ? `${text} ${printFields(chosen, target)}` : text;
  }

  function variableFor(field: string, argument: string, types: Readonly<Record<string, string>>, value: unknown) {
    const type = types[argument];
    if (type === undefined) {
      const expected = Object.keys(types).join(', ') || 'none';
      throw new TypeError(`${field} has no argument ${argument}; expected ${expected}`);
    }
    const variable = `v${definitions.length}`;
    definitions.push(`$${variable}: ${type}`);
    variables[variable] = value;
    return `$${variable}`;
  }

  const body = printFields(selection, ROOT_TYPES[kind]);
  return { text: `${kind}${definitions.length > 0 ? ` (${definitions.join(', ')})` : ''} ${body}`, variables };
}
