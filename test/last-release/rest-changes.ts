/** Type of a member, parameter, body or response: one of several alternatives. */
type Type = Alternative[];

type Alternative =
  | { kind: 'name'; text: string }
  | { kind: 'list'; items: Type }
  | { kind: 'object'; members: Members };

type Members = Map<string, { isOptional: boolean; type: Type }>;

interface Contract {
  endpoints: Map<string, Members>;
  schemas: Map<string, Members>;
}

/**
 * Lists what is gone between two REST contracts that clients may rely on, and what they must send
 * newly. Names of operations and schemas, bounds and statuses of errors are not promised.
 */
export function restChanges(before: string, after: string): string[] {
  const [old, current] = [readContract(before), readContract(after)];
  const found = [...old.endpoints].flatMap(([endpoint, parts]) => {
    const now = current.endpoints.get(endpoint);
    return now ? memberChanges(endpoint, parts, now, !isEvent(endpoint)) : [`${endpoint} was removed.`];
  });
  return [...new Set(found)];

  function memberChanges(of: string, members: Members, now: Members, isSent: boolean, seen: string[] = []): string[] {
    const kept = [...members].flatMap(([name, { isOptional, type }]) => {
      const next = now.get(name);
      const what = `${of}: ${name}`;
      // A response is the one part of an endpoint that clients do not send.
      const sends = isSent && !/^\d/.test(name);
      if (!next) return [`${what} was removed.`];
      const isStricter = sends ? isOptional && !next.isOptional : !isOptional && next.isOptional;
      return [
        ...(isStricter ? [`${what} is ${sends ? 'required' : 'optional'}.`] : []),
        ...typeChanges(what, type, next.type, sends, seen),
      ];
    });
    const added = [...now].filter(([name, { isOptional }]) => isSent && !isOptional && !members.has(name));
    return [...kept, ...added.filter(([name]) => !/^\d/.test(name)).map(([name]) => `${of}: ${name} is required.`)];
  }

  function typeChanges(what: string, type: Type, now: Type, isSent: boolean, seen: string[]): string[] {
    const isNullNow = !isSent && has(now, 'null') && !has(type, 'null');
    const kept = type.flatMap((alternative) => {
      if (alternative.kind === 'list') {
        const list = now.find(({ kind }) => kind === 'list');
        return list?.kind === 'list'
          ? typeChanges(`${what}[]`, alternative.items, list.items, isSent, seen)
          : [`${what} is not a list.`];
      }
      const name = alternative.kind === 'name' ? alternative.text : '';
      const members = alternative.kind === 'object' ? alternative.members : old.schemas.get(name);
      if (!members) return has(now, name) ? [] : [`${what} is no longer ${name}.`];
      if (seen.includes(name)) return [];
      const next = membersOf(now);
      // A schema is compared once, by its own name.
      const of = name === '' ? what : name;
      return next
        ? memberChanges(of, members, next, isSent, name ? [...seen, name] : seen)
        : [`${what} is not an object.`];
    });
    return isNullNow ? [...kept, `${what} may be null.`] : kept;
  }

  function membersOf(type: Type): Members | undefined {
    for (const each of type) {
      const members = each.kind === 'object' ? each.members : each.kind === 'name' && current.schemas.get(each.text);
      if (members) return members;
    }
    return undefined;
  }
}

/** Whether an endpoint is a webhook, whose body clients receive. */
const isEvent = (endpoint: string): boolean => !endpoint.includes(' /');

const has = (type: Type, name: string): boolean => type.some((each) => each.kind === 'name' && each.text === name);

function readContract(contract: string): Contract {
  const blocks = contract.split(/\n\n+/).map((block) => block.trimEnd().split('\n'));
  const values = new Map(
    blocks.flatMap(([title = '']) => {
      const [, name = '', text = ''] = /^(\w+) = (.*)$/.exec(title) ?? [];
      return name ? [[name, text] as const] : [];
    }),
  );
  const read = (isEndpoint: boolean) =>
    blocks
      .filter(([title = '']) => !title.includes(' = ') && /^[A-Z]+ \S/.test(title) === isEndpoint)
      .map(([title = '', ...lines]) => {
        const members = lines.filter((line) => line.includes(': ')).map((line) => line.trim());
        return [title.replace(/ \(.*\)$/, ''), readMembers(members, values)] as const;
      });
  return { endpoints: new Map(read(true)), schemas: new Map(read(false)) };
}

function readMembers(texts: string[], values: Map<string, string>): Members {
  return new Map(
    texts.map((text) => {
      const [, name = '', optional, type = ''] = /^([^:?]+)(\??): (.*)$/.exec(text) ?? [];
      return [name, { isOptional: optional === '?', type: readType(type, values) }];
    }),
  );
}

function readType(text: string, values: Map<string, string>): Type {
  return splitAt(text, ' | ').flatMap((alternative): Type => {
    // Defaults, formats and bounds follow the type.
    const [, items] = /^\((.*)\)\[\]/.exec(alternative) ?? [];
    if (items !== undefined) return [{ kind: 'list', items: readType(items, values) }];
    const [, members] = /^\{ (.*) \}$/.exec(alternative) ?? [];
    if (members !== undefined) return [{ kind: 'object', members: readMembers(splitAt(members, ', '), values) }];
    const name = alternative.startsWith('"') ? alternative : (alternative.split(' ')[0] ?? '');
    const known = values.get(name);
    return known ? readType(known, values) : [{ kind: 'name', text: name }];
  });
}

/** Splits a text at separators outside of brackets. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if ('({'.includes(character)) depth++;
    else if (')}'.includes(character)) depth--;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
    }
  }
  return [...parts, text.slice(start)];
}
