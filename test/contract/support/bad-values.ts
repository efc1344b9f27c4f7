import {
  type GraphQLArgument,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { RestArgument } from '../../../src/rest/routes.ts';

/** An invalid value of an argument, and the expected message. */
export interface BadValue {
  reason: string;
  value: unknown;
  /** Message after `member: `. */
  message: string | RegExp;
}

const LONE_SURROGATE = /must not contain NUL or lone surrogate characters/;

interface TextRule {
  max: number;
  /** Creates a valid value of this length, from which too long ones are built. */
  ofLength?: (length: number) => string;
  /** Invalid values of the right type. */
  wrong: [value: string, message: RegExp][];
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

/** Rules of text arguments; a new text argument must be added here. */
const TEXT_RULES: Record<string, TextRule> = {
  name: NAME,
  organizationName: NAME,
  content: { ...NAME, max: 10_000 },
  source: { ...NAME, max: 64 },
  elementSelector: { ...NAME, max: 2_048 },
  sourceFile: { ...NAME, max: 1_024 },
  elementIds: { ...NAME, max: 32 },
  candidateId: { ...NAME, max: 64 },
  picture: {
    max: 400_000,
    ofLength: padded('data:image/png;base64,', ''),
    wrong: ['', 'picture', 'https://shop.example/a.png', 'data:image/svg+xml;base64,PHN2Zy8+', 'data:image/png,a'].map(
      (picture) => [picture, /must be the data URL of a PNG, JPEG or WebP picture, in base64/],
    ),
  },
  slug: {
    max: 64,
    wrong: ['', ' ', 'Shop', 'my shop', '-shop', 'shop-', 'my--shop', 'my_shop', 'shöp', 'a/b', 'shop\n', 'a\0'].map(
      (slug) => [slug, /must be lower-case letters and digits, in words joined by single hyphens/],
    ),
  },
  color: {
    max: 7,
    wrong: ['', 'red', '#fff', '2f6fed', '#2f6fe', '#2f6feg', '#2f6fed\n', '#2f6fed '].map((color) => [
      color,
      /must be a color such as #2f6fed/,
    ]),
  },
  email: {
    max: 254,
    ofLength: padded('', '@example.com'),
    wrong: ['', 'nobody', 'a@', '@b.example', 'a b@c.example', 'a@b', 'a\0@b.example', 'a@b.example\n'].map((email) => [
      email,
      /must be an e-mail address/,
    ]),
  },
  text: { ...NAME, max: 254 },
  recipient: { ...NAME, max: 254 },
  'filter.text': {
    max: 200,
    wrong: [
      [' \n\t', /must not be empty/],
      ['!?', /must contain a letter or a digit to search for/],
      ['price\0', LONE_SURROGATE],
    ],
  },
  'filter.pages': URL_RULE,
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
  commit: { ...NAME, max: 255 },
  branch: { ...NAME, max: 255 },
  reason: { ...NAME, max: 255 },
};

const OF_BASELINES = 'pages and selectors have rules of their own: test/snapshots/reviews.test.ts';
const OF_PROVIDERS = 'each provider has its own rule: test/integrations/configuration.test.ts';

/** Text arguments without rules of their own, with the reason. */
export const FREE_TEXT: Record<string, string> = {
  idToken: 'a JWT: test/contract/access-tokens/pipelines.test.ts',
  proof: 'a secret: test/contract/access-tokens/pipelines.test.ts',
  from: OF_BASELINES,
  to: OF_BASELINES,
  page: OF_BASELINES,
  selector: OF_BASELINES,
  contentType: 'one of a list: test/contract/annotations/attachments.test.ts',
  webhookUrl: OF_PROVIDERS,
  baseUrl: OF_PROVIDERS,
  repository: OF_PROVIDERS,
  issueType: OF_PROVIDERS,
  teamKey: OF_PROVIDERS,
  channelId: OF_PROVIDERS,
  search: 'passed to the provider: test/integrations/targets.test.ts',
  inboundSecret: OF_PROVIDERS,
  refreshToken: 'any other value is an unknown token: 401',
  token: 'any other value is an unknown token: 400',
  code: 'any other value is an unknown code: 400',
  invitationToken: 'any other value is an unknown token: 403 where it is checked',
  successorId: 'the id of a member: test/contract/personal-data/erasure.test.ts',
  before: 'values that are not structure hashes have their own test',
  after: 'values that are not structure hashes have their own test',
  projectKey: 'any other value is an unknown key: 401',
};

/** An object of this many levels, itself included. */
export const nestedObject = (levels: number): object =>
  levels === 1 ? {} : { selector: '#a', inner: nestedObject(levels - 1) };

/** An object of this many bytes as JSON. */
export function objectOfBytes(bytes: number): object {
  const empty = JSON.stringify({ selector: '#a', x: '' }).length;
  return { selector: '#a', x: 'x'.repeat(bytes - empty) };
}

const OBJECT_VALUES: BadValue[] = [
  { reason: 'NUL in a value', value: { selector: '#a', text: 'a\0' }, message: LONE_SURROGATE },
  { reason: 'NUL in a name', value: { selector: '#a', 'a\0': 1 }, message: LONE_SURROGATE },
  { reason: 'half a surrogate pair in a value', value: { selector: '#a', text: '\ud83d' }, message: LONE_SURROGATE },
  { reason: 'half a surrogate pair in a name', value: { selector: '#a', '\udc00': 1 }, message: LONE_SURROGATE },
  {
    reason: 'half a pair far down',
    value: { selector: '#a', in: [{ in: ['\ud83d\ud83d'] }] },
    message: LONE_SURROGATE,
  },
  { reason: '33 levels', value: nestedObject(33), message: /must not be nested deeper than 32 levels/ },
  { reason: 'over 16 KiB', value: objectOfBytes(16 * 1024 + 1), message: /must have at most 16384 bytes as JSON/ },
  {
    reason: 'over 16 KiB in UTF-8',
    value: { selector: '#a', x: 'ü'.repeat(8_192) },
    message: /must have at most 16384 bytes/,
  },
];

const WRONG_TYPES: Record<string, { values: unknown[]; message: string }> = {
  ID: { values: [5, true, {}, ['a']], message: 'must be a string' },
  String: { values: [5, true, {}, ['a']], message: 'must be a string' },
  Int: { values: ['1', 1.5, true, {}, [1]], message: 'must be a whole number' },
  Float: { values: ['1', true, {}, [1]], message: 'must be a number' },
  Boolean: { values: ['true', 1, {}, [true]], message: 'must be true or false' },
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
    message: 'must be an ISO 8601 date, or a date and time, such as',
  },
  Date: {
    values: ['', 'tomorrow', '21.11.2026', '2026-02-30', '2026-11-22T10:00:00Z', 5, true, {}, ['2026-01-01']],
    message: 'must be a date such as 2026-11-21',
  },
  JSONObject: { values: ['{}', 5, true, [], [{}]], message: 'must be a JSON object' },
  ElementManifest: { values: ['{}', 5, true, [], [{}]], message: 'must be a JSON object' },
  PageSnapshot: { values: ['{}', 5, true, [], [{}]], message: 'must be a JSON object' },
};

function wrongTypes({ type }: GraphQLArgument): { values: unknown[]; message: string } {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { values: ['a', 5, true, {}], message: 'must be a list' };
  if (isEnumType(nullable)) {
    const names = nullable.getValues().map(({ name }) => name);
    return {
      values: ['', 'unknown', names[0]?.toUpperCase(), 0, true, {}, [names[0]]],
      message: `must be one of ${names.join(', ')}`,
    };
  }
  if (isInputObjectType(nullable)) {
    const [member] = Object.keys(nullable.getFields());
    return { values: ['a', 5, true, [{}], { [member ?? '']: {} }], message: 'must be an object with ' };
  }
  const found = WRONG_TYPES[String(nullable)];
  if (!found) throw new Error(`"${nullable}" has no wrong values: add them to test/contract/support/bad-values.ts`);
  return found;
}

/** Invalid items of lists. Excludes imports, which report them per item. */
function wrongItems({ type }: GraphQLArgument): BadValue[] {
  const nullable = getNullableType(type);
  if (!isListType(nullable) || String(nullable.ofType) === 'ImportItem') return [];
  return [[5], [null], [['a']]].map((value) => ({
    reason: `an item of a wrong type: ${JSON.stringify(value)}`,
    value,
    message: /must be (a (string|JSON object|CSS selector or a box|UUID)|an object with .+|one of .+)/,
  }));
}

/** Rule of a text, by its name, or as a member of an argument. */
export const textRuleOf = ({ name, memberOf }: Pick<RestArgument, 'name' | 'memberOf'>): TextRule | undefined =>
  memberOf === undefined ? TEXT_RULES[name] : (TEXT_RULES[`${memberOf}.${name}`] ?? TEXT_RULES[RULES_OF[name] ?? name]);

/** Rules of members that have the rule of another text. */
const RULES_OF: Record<string, string> = { visitorEmail: 'email' };

/** Lists the invalid values of an argument, derived from its type and its rules. */
export function badValuesOf({ name, argument, memberOf }: RestArgument): BadValue[] {
  const { values, message: says } = wrongTypes(argument);
  const type = String(getNullableType(argument.type));
  const rule = type === 'String' ? textRuleOf({ name, memberOf }) : undefined;
  const long = (length: number) => (rule?.ofLength ?? padded('', ''))(length);
  return [
    ...(isNonNullType(argument.type)
      ? [
          { reason: 'missing', value: undefined, message: 'is required' },
          { reason: 'null', value: null, message: 'is required' },
        ]
      : []),
    ...wrongItems(argument),
    ...values.map((value) => ({ reason: `of a wrong type: ${JSON.stringify(value)}`, value, message: says })),
    ...(type === 'ID' ? [{ reason: 'no UUID', value: 'nope', message: /must be a UUID/ }] : []),
    ...(type === 'JSONObject' ? OBJECT_VALUES : []),
    ...(rule
      ? [{ reason: 'too long', value: long(rule.max + 1), message: `must have at most ${rule.max} characters` }]
      : []),
    ...(rule?.wrong ?? []).map(([value, words]) => ({ reason: JSON.stringify(value), value, message: words })),
  ];
}
