import {
  type GraphQLArgument,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/** A value that does not fit a member, and what the answer must say of it. */
export interface BadValue {
  why: string;
  value: unknown;
  /** After `member: `. */
  says: string | RegExp;
}

const LONE_SURROGATE = /must not contain NUL or lone surrogate characters/;

interface TextRule {
  max: number;
  /** A valid value of the length, to build too long ones from. */
  ofLength?: (length: number) => string;
  /** Values of the right type that are wrong all the same. */
  wrong: [value: string, says: RegExp][];
}

const padded = (start: string, end: string) => (length: number) =>
  start + 'a'.repeat(length - start.length - end.length) + end;

const NAME: TextRule = {
  max: 120,
  wrong: [
    ['', /must not be empty/],
    [' \n\t', /must not be empty/],
    ['Ann\0', LONE_SURROGATE],
    ['Ann\ud83d', LONE_SURROGATE],
  ],
};

const PASSWORD: TextRule = {
  max: 200,
  wrong: [
    ['seven77', /must have at least 8 characters/],
    ['password', /must not be one of the most common passwords/],
    ['Password123', /must not be one of the most common passwords/],
  ],
};

const URL_RULE: TextRule = {
  max: 2_048,
  ofLength: padded('https://shop.example/', ''),
  wrong: [
    ...[
      '',
      'shop.example/cart',
      '/cart',
      '//shop.example',
      'https://',
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'ftp://shop.example/',
      'file:///etc/passwd',
      'blob:https://shop.example/1',
    ].map((url): [string, RegExp] => [url, /must be an http or https URL/]),
    ['https://shop.example/\0', LONE_SURROGATE],
    ['https://shop.example/\ud83d', LONE_SURROGATE],
  ],
};

/** What each text member must be; a new text member must be added here. */
export const TEXT_RULES: Record<string, TextRule> = {
  name: NAME,
  organizationName: NAME,
  content: { ...NAME, max: 10_000 },
  source: { ...NAME, max: 64 },
  slug: {
    max: 64,
    wrong: ['', ' ', 'Shop', 'my shop', '-shop', 'shop-', 'my--shop', 'my_shop', 'shöp', 'a/b', 'shop\n', 'a\0'].map(
      (slug) => [slug, /must be lower-case letters and digits, in words joined by single hyphens/],
    ),
  },
  email: {
    max: 254,
    ofLength: padded('', '@example.com'),
    wrong: ['', 'nobody', 'a@', '@b.example', 'a b@c.example', 'a@b', 'a\0@b.example', 'a@b.example\n'].map((email) => [
      email,
      /must be an e-mail address/,
    ]),
  },
  sessionId: { ...NAME, max: 128 },
  userAgent: { ...NAME, max: 1_024 },
  type: {
    max: 64,
    wrong: ['', 'Page', 'page view', 'page-view', '_x', '1st', 'page\0'].map((type) => [
      type,
      /must be lower-case letters, digits and underscores/,
    ]),
  },
  secret: {
    max: 256,
    ofLength: padded('whsec_', ''),
    wrong: [
      '',
      'whsec_',
      'a'.repeat(32),
      'WHSEC_abc',
      ' whsec_abc',
      'whsec_abc\n',
      'whsec_a c',
      'whsec_grüße',
      'whsec_a\0',
    ].map((secret) => [secret, /must be whsec_ followed by ASCII characters without spaces/]),
  },
  password: PASSWORD,
  newPassword: PASSWORD,
  currentPassword: { max: 200, wrong: [['another password', /is wrong/]] },
  url: URL_RULE,
  returnUrl: URL_RULE,
  waitForSelector: { ...NAME, max: 1_024 },
};

const OF_PROVIDERS = 'each provider has a rule of its own: test/integrations/configuration.test.ts';

/** Text members without rules of their own, with the reason. */
export const FREE_TEXT: Record<string, string> = {
  webhookUrl: OF_PROVIDERS,
  baseUrl: OF_PROVIDERS,
  repository: OF_PROVIDERS,
  issueType: OF_PROVIDERS,
  teamKey: OF_PROVIDERS,
  inboundSecret: OF_PROVIDERS,
  refreshToken: 'whatever is none that we gave is an unknown one: 401',
  token: 'whatever is none that we mailed is an unknown one: 400',
  invitationToken: 'whatever is none that we mailed is an unknown one: 403 where it counts',
  before: 'whatever is no hash of a structure is refused by its own test',
  after: 'whatever is no hash of a structure is refused by its own test',
  projectKey: 'whatever names no project is an unknown key: 401',
};

/** An object of so many levels, itself the first. */
export const nested = (levels: number): object => (levels === 1 ? {} : { selector: '#a', inner: nested(levels - 1) });

/** An object of so many bytes as JSON. */
export function ofBytes(bytes: number): object {
  const empty = JSON.stringify({ selector: '#a', x: '' }).length;
  return { selector: '#a', x: 'x'.repeat(bytes - empty) };
}

const OBJECT_VALUES: BadValue[] = [
  { why: 'NUL in a value', value: { selector: '#a', text: 'a\0' }, says: LONE_SURROGATE },
  { why: 'NUL in a name', value: { selector: '#a', 'a\0': 1 }, says: LONE_SURROGATE },
  { why: 'half a surrogate pair in a value', value: { selector: '#a', text: '\ud83d' }, says: LONE_SURROGATE },
  { why: 'half a surrogate pair in a name', value: { selector: '#a', '\udc00': 1 }, says: LONE_SURROGATE },
  { why: 'half a pair far down', value: { selector: '#a', in: [{ in: ['\ud83d\ud83d'] }] }, says: LONE_SURROGATE },
  { why: '33 levels', value: nested(33), says: /must not be nested deeper than 32 levels/ },
  { why: 'over 16 KiB', value: ofBytes(16 * 1024 + 1), says: /must have at most 16384 bytes as JSON/ },
  {
    why: 'over 16 KiB in UTF-8',
    value: { selector: '#a', x: 'ü'.repeat(8_192) },
    says: /must have at most 16384 bytes/,
  },
];

const WRONG_TYPES: Record<string, { values: unknown[]; says: string }> = {
  ID: { values: [5, true, {}, ['a']], says: 'must be a string' },
  String: { values: [5, true, {}, ['a']], says: 'must be a string' },
  Int: { values: ['1', 1.5, true, {}, [1]], says: 'must be a whole number' },
  Float: { values: ['1', true, {}, [1]], says: 'must be a number' },
  Boolean: { values: ['true', 1, {}, [true]], says: 'must be true or false' },
  DateTime: {
    values: [
      '',
      'yesterday',
      '21.11.2026',
      '2026-13-01T00:00:00Z',
      '2026-02-30',
      '2026-11-22 10:00',
      5,
      true,
      {},
      ['2026-01-01'],
    ],
    says: 'must be an ISO 8601 date, or a date and time, such as',
  },
  JSONObject: { values: ['{}', 5, true, [], [{}]], says: 'must be a JSON object' },
  PageSnapshot: { values: ['{}', 5, true, [], [{}]], says: 'must be a JSON object' },
};

function wrongTypes({ type }: GraphQLArgument): { values: unknown[]; says: string } {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { values: ['a', 5, true, {}], says: 'must be a list' };
  if (isEnumType(nullable)) {
    const names = nullable.getValues().map(({ name }) => name);
    return {
      values: ['', 'unknown', names[0]?.toUpperCase(), 0, true, {}, [names[0]]],
      says: `must be one of ${names.join(', ')}`,
    };
  }
  if (isInputObjectType(nullable)) {
    const [member] = Object.keys(nullable.getFields());
    return { values: ['a', 5, true, [{}], { [member ?? '']: {} }], says: 'must be an object with ' };
  }
  const found = WRONG_TYPES[String(nullable)];
  if (!found) throw new Error(`"${nullable}" has no wrong values: add them to test/contract/support/bad-values.ts`);
  return found;
}

/** Items of an import stop no others. */
function wrongItems({ type }: GraphQLArgument): BadValue[] {
  const nullable = getNullableType(type);
  if (!isListType(nullable) || String(nullable.ofType) === 'ImportItem') return [];
  return [[5], [null], [['a']]].map((value) => ({
    why: `an item of a wrong type: ${JSON.stringify(value)}`,
    value,
    says: /must be (a (string|JSON object|CSS selector or a box)|one of .+)/,
  }));
}

/** Everything that must not pass for a member, read off its type and its rules. */
export function badValuesOf(name: string, argument: GraphQLArgument): BadValue[] {
  const { values, says } = wrongTypes(argument);
  const type = String(getNullableType(argument.type));
  const rule = type === 'String' ? TEXT_RULES[name] : undefined;
  const long = (length: number) => (rule?.ofLength ?? padded('', ''))(length);
  return [
    ...(isNonNullType(argument.type)
      ? [
          { why: 'missing', value: undefined, says: 'is required' },
          { why: 'null', value: null, says: 'is required' },
        ]
      : []),
    ...wrongItems(argument),
    ...values.map((value) => ({ why: `of a wrong type: ${JSON.stringify(value)}`, value, says })),
    ...(type === 'ID' ? [{ why: 'no UUID', value: 'nope', says: /must be a UUID/ }] : []),
    ...(type === 'JSONObject' ? OBJECT_VALUES : []),
    ...(rule ? [{ why: 'too long', value: long(rule.max + 1), says: `must have at most ${rule.max} characters` }] : []),
    ...(rule?.wrong ?? []).map(([value, words]) => ({ why: JSON.stringify(value), value, says: words })),
  ];
}
