import { beforeAll, describe, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { queryOf } from '../support/call.ts';

const app = useTestApp();
let owner: TestUser;
let guest: TestUser;
/** Annotations by a short name. */
const ids: Record<string, string> = {};
let projects: [string, string];
let environmentId: string;
let labelId: string;

const LIST = `query ($organization: ID!, $filter: AnnotationFilter, $order: AnnotationOrder, $first: Int, $after: String,
    $last: Int, $before: String) {
  organizationAnnotations(organizationId: $organization, filter: $filter, orderBy: $order, first: $first, after: $after,
    last: $last, before: $before) {
    nodes { id } totalCount isTotalExact pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
  }
}`;
const COUNTS = `query ($organization: ID!, $filter: AnnotationFilter, $by: AnnotationCountKey!) {
  annotationCounts(organizationId: $organization, filter: $filter, by: $by) { key count isExact }
}`;

const ask = (document: string, variables: object, token = owner.token) =>
  graphql(app, document, { organization: owner.organizationId, ...variables }, { token });
const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id);

/** Names of the annotations that a filter finds, in order: the same ones over REST. */
async function find(filter: object, token = owner.token, more: object = {}): Promise<(string | undefined)[]> {
  const { data, errors } = await ask(LIST, { filter, ...more }, token);
  expect(errors).toBeUndefined();
  const { nodes, totalCount, isTotalExact } = data.organizationAnnotations;
  expect([totalCount, isTotalExact]).toEqual([nodes.length, true]);
  if (Object.keys(more).length === 0) {
    const path = `/annotations/organization/${owner.organizationId}?${queryOf({ ...filter })}`;
    const { body } = await rest(app, 'GET', path, { token });
    expect(body.map(({ id }: { id: string }) => id)).toEqual(nodes.map(({ id }: { id: string }) => id));
  }
  return nodes.map(({ id }: { id: string }) => nameOf(id));
}

async function errorOf(variables: object, token = owner.token, document = LIST) {
  const [error] = (await ask(document, variables, token)).errors ?? [];
  return { code: error?.extensions.code, message: error?.message };
}

const change = async (names: string[], values: object) => {
  const body = { organizationId: owner.organizationId, ids: names.map((name) => ids[name]), change: values };
  const response = await rest(app, 'POST', '/annotations/changes', { token: owner.token, body });
  expect([response.status, response.body.map(({ error }: { error: unknown }) => error)]).toEqual([
    200,
    names.map(() => null),
  ]);
};

beforeAll(async () => {
  owner = await registerUser(app);
  const { token, organizationId } = owner;
  projects = [(await createProject(app, owner)).id, (await createProject(app, owner)).id];
  const [shop, blog] = projects;
  guest = await registerMember(app, organizationId, 'guest', [shop]);
  const environment = { projectId: shop, name: 'Live', url: 'https://shop.example/', kind: 'production' };
  environmentId = (await rest(app, 'POST', '/environments', { token, body: environment })).body.id;
  const add = async (name: string, projectId: string, values: object = {}, author = owner) => {
    ids[name] = (await createAnnotation(app, author, projectId, values)).id;
  };
  await add('price', shop, { content: 'Der Preis ist FALSCH: 12,50 €, größer!' });
  await add('cart', shop, { content: 'Button', url: 'https://shop.example/cart/checkout?step=2' });
  await add('tokyo', shop, { content: '東京都庁の地図', url: 'https://shop.example/map' }, guest);
  await add('secret', shop, { content: 'confidential margin', visibility: 'internal' });
  await add('post', blog, { content: 'Headline', url: 'https://blog.example/' });
  const { projectKey } = (await rest(app, 'GET', `/projects/${shop}`, { token })).body;
  const visitor = {
    content: 'From outside',
    url: 'https://shop.example/map',
    name: 'Zoë Visitor',
    email: 'zoe@mail.example',
  };
  ids.visitor = (
    await rest(app, 'POST', '/annotations/public', { headers: { 'x-project-key': projectKey }, body: visitor })
  ).body.id;
  const reply = (name: string, body: object) =>
    rest(app, 'POST', `/annotations/${ids[name]}/comments`, { token, body });
  await reply('cart', { content: 'Looks like a regression' });
  await reply('cart', { content: 'supplier discount', visibility: 'internal' });
  const label = { projectId: shop, name: 'Design', color: '#8250df' };
  labelId = (await rest(app, 'POST', '/labels', { token, body: label })).body.id;
  await change(['price'], { priority: 'urgent', addLabelIds: [labelId], dueOn: '2026-12-01', assigneeId: owner.id });
  await change(['post'], { resolution: 'declined', dueOn: '2026-11-30', priority: 'low' });
  await change(['tokyo'], { status: 'resolved' });
});

describe('search', () => {
  test.each([
    ['a word in another case', 'falsch', ['price']],
    ['the start of a word', 'fal', ['price']],
    ['every word', 'falsch preis', ['price']],
    ['words, one of them missing', 'falsch footer', []],
    ['not the middle of a word', 'alsch', []],
    ['letters beyond ASCII', 'GRÖSSER', []],
    ['letters beyond ASCII in another case', 'GRÖßER', ['price']],
    ['a number in the text', '12,50', ['price']],
    ['a part of the address', 'checkout', ['cart']],
    ['an address', 'https://shop.example/cart/', ['cart', 'price', 'secret']],
    ['a public reply', 'regression', ['cart']],
    ['an internal reply', 'supplier', ['cart']],
    ['words of annotation and reply', 'button discount', ['cart']],
    ['the author', 'zoë', ['visitor']],
    ['an e-mail address', 'zoe@mail.example', ['visitor']],
    ['two characters', '京都', ['tokyo']],
    ['several characters', '東京都庁', ['tokyo']],
    ['the last character', '図', ['tokyo']],
    ['characters that do not follow one another', '東庁', []],
    ['a number', '#3', ['tokyo']],
    ['no number of another script', '#٣', []],
    ['digits of another script', '٣', []],
    ['a quote and an operator', "'preis' & !falsch | ( :*", ['price']],
  ])('%s', async (_title, text, expected) => {
    const found = await find({ text, projectIds: [projects[0]] }, owner.token, { order: 'newest' });
    expect(found.sort()).toEqual(expected);
  });

  test.each([
    ['punctuation only', '… ?! „“ #', 'filter.text: must contain a letter or a digit to search for'],
    ['10 KB', 'a'.repeat(10_240), 'filter.text: must have at most 200 characters'],
    ['nothing', ' ', /filter\.text: must not be empty/],
    ['half a character', 'a\ud83d', 'filter.text: must not contain NUL or lone surrogate characters'],
  ])('%s is rejected', async (_title, text, message) => {
    const found = await errorOf({ filter: { text } });
    expect(found).toEqual({ code: 'BAD_USER_INPUT', message: expect.stringMatching(message) });
  });

  test('an outsider finds neither internal texts nor addresses', async () => {
    for (const text of ['supplier', 'margin', 'confidential', 'zoe@mail.example', 'mail']) {
      expect(await find({ text }, guest.token)).toEqual([]);
      expect(await find({ text })).not.toEqual([]);
    }
    expect(await find({ text: 'regression' }, guest.token)).toEqual(['cart']);
    expect(await find({ text: '#4' }, guest.token)).toEqual([]);
  });

  test('changed and deleted texts are not found any more', async () => {
    const { token } = owner;
    const { id } = await createAnnotation(app, owner, projects[1], { content: 'first draft' });
    ids.changed = id;
    const path = `/annotations/${id}/comments`;
    const comment = await rest(app, 'POST', path, { token, body: { content: 'whatever' } });
    await rest(app, 'PATCH', `/annotations/${id}`, { token, body: { content: 'second wording' } });
    expect(await find({ text: 'draft' })).toEqual([]);
    expect(await find({ text: 'wording whatever' })).toEqual(['changed']);
    await rest(app, 'PATCH', `${path}/${comment.body.id}`, { token, body: { content: 'something' } });
    expect(await find({ text: 'whatever' })).toEqual([]);
    expect(await find({ text: 'something' })).toEqual(['changed']);
    await rest(app, 'DELETE', `${path}/${comment.body.id}`, { token });
    expect(await find({ text: 'something' })).toEqual([]);
    await rest(app, 'DELETE', `/annotations/${id}`, { token });
    expect(await find({ text: 'wording' })).toEqual([]);
    delete ids.changed;
  });

  test('a very long thread still takes replies', async () => {
    const { id } = await createAnnotation(app, owner, projects[1], { content: 'long thread' });
    const words = (start: number) => Array.from({ length: 1_000 }, (_, i) => `word${start + i}`).join(' ');
    const replies: number[] = [];
    for (let i = 0; i < 7; i++) {
      const body = { content: words(i * 1_000) };
      replies.push((await rest(app, 'POST', `/annotations/${id}/comments`, { token: owner.token, body })).status);
    }
    expect(new Set(replies)).toEqual(new Set([201]));
    await rest(app, 'DELETE', `/annotations/${id}`, { token: owner.token });
  });
});

describe('filters', () => {
  const UNKNOWN = '019ad000-0000-7000-8000-000000000000';
  test.each<[object | (() => object), string[]]>([
    [{ numbers: [1, 4] }, ['post', 'price', 'secret']],
    [{ statuses: ['resolved'] }, ['post', 'tokyo']],
    [{ resolutions: ['fixed'] }, ['tokyo']],
    [{ resolutions: ['declined', 'duplicate'] }, ['post']],
    [() => ({ assigneeIds: [owner.id] }), ['price']],
    [{ unassigned: true }, ['cart', 'post', 'secret', 'tokyo', 'visitor']],
    [() => ({ unassigned: true, assigneeIds: [owner.id] }), ['cart', 'post', 'price', 'secret', 'tokyo', 'visitor']],
    [() => ({ authorIds: [guest.id] }), ['tokyo']],
    [{ visitorEmail: 'Zoe@Mail.example' }, ['visitor']],
    [{ visitorEmail: 'zoe@mail.example.org' }, []],
    [{ source: 'overlay' }, ['visitor']],
    [{ anchorStates: ['orphaned'] }, []],
    [() => ({ environmentIds: [environmentId] }), ['cart', 'price', 'secret', 'tokyo', 'visitor']],
    [{ pages: ['https://SHOP.example/map/#top'] }, ['tokyo', 'visitor']],
    [() => ({ labelIds: [labelId] }), ['price']],
    [{ priorities: ['urgent', 'low'] }, ['post', 'price']],
    [{ dueBefore: '2026-12-01' }, ['post']],
    [{ createdAfter: '2100-01-01' }, []],
    [{ createdBefore: '2100-01-01', statuses: ['resolved'], source: 'api' }, ['post', 'tokyo']],
    [{ updatedAfter: '2100-01-01' }, []],
    [{ hasIssue: true }, []],
    [{ hasIssue: false, numbers: [2] }, ['cart']],
    [() => ({ projectIds: [projects[1]] }), ['post']],
    [{ projectIds: [UNKNOWN] }, []],
    [{ labelIds: [UNKNOWN] }, []],
    [{}, ['cart', 'post', 'price', 'secret', 'tokyo', 'visitor']],
  ])('%o', async (filter, expected) => {
    expect((await find(typeof filter === 'function' ? filter() : filter)).sort()).toEqual(expected);
  });

  test.each([
    [
      { createdAfter: '2026-02-01', createdBefore: '2026-01-01' },
      'filter.createdBefore: must be after createdAfter; no annotation could match',
    ],
    [{ statuses: [] }, 'filter.statuses: must not be empty; omit it instead'],
    [{ numbers: Array.from({ length: 101 }, () => 1) }, 'filter.numbers: must have at most 100 items'],
    [{ numbers: [0] }, 'filter.numbers.0: must be from 1 to 2147483647'],
    [{ labelIds: ['nope'] }, 'filter.labelIds.0: must be a UUID'],
    [{ pages: ['/cart'] }, 'filter.pages.0: must be an http or https URL'],
    [{ visitorEmail: 'nobody' }, 'filter.visitorEmail: must be an e-mail address'],
    [{ color: 'red' }, /Field "color" is not defined by type "AnnotationFilter"/],
    [{ dueBefore: '2026-02-30' }, /must be a date such as 2026-11-21/],
    [{ dueBefore: '0000-01-01' }, /must be from 0001-01-01 to 9999-12-31, in UTC/],
  ])('%o is rejected', async (filter, message) => {
    expect(await errorOf({ filter })).toEqual({ code: 'BAD_USER_INPUT', message: expect.stringMatching(message) });
  });

  test.each([{ visitorEmail: 'zoe@mail.example' }, { hasIssue: true }])('%o is forbidden to guests', async (filter) => {
    for (const document of [LIST, COUNTS]) {
      expect(await errorOf({ filter, by: 'status' }, guest.token, document)).toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  test('a guest lists public annotations of listed projects', async () => {
    expect((await find({}, guest.token)).sort()).toEqual(['cart', 'price', 'tokyo', 'visitor']);
    expect(await find({ projectIds: [projects[1]] }, guest.token)).toEqual([]);
    const internal = (await ask(LIST, { filter: { updatedAfter: '2020-01-01' } }, guest.token)).data;
    expect(internal.organizationAnnotations.totalCount).toBe(4);
  });

  test('the list of a project has them too', async () => {
    const document = `query ($id: ID!, $filter: AnnotationFilter) {
      annotations(projectId: $id, status: open, filter: $filter, orderBy: oldest) { totalCount nodes { id labels { name } } } }`;
    const { data } = await ask(document, { id: projects[0], filter: { text: 'preis' } });
    expect(data.annotations).toEqual({ totalCount: 1, nodes: [{ id: ids.price, labels: [{ name: 'Design' }] }] });
  });
});

describe('orders', () => {
  const ORDERS: [order: string, expected: string[]][] = [
    ['newest', ['visitor', 'post', 'secret', 'tokyo', 'cart', 'price']],
    ['oldest', ['price', 'cart', 'tokyo', 'secret', 'post', 'visitor']],
    ['recently_updated', ['tokyo', 'post', 'price', 'cart', 'visitor', 'secret']],
    ['priority', ['price', 'visitor', 'secret', 'tokyo', 'cart', 'post']],
    ['due', ['post', 'price', 'visitor', 'secret', 'tokyo', 'cart']],
  ];

  test.each(ORDERS)('%s forwards and backwards', async (order, expected) => {
    for (const [size, cursor, end] of [
      ['first', 'after', 'endCursor'],
      ['last', 'before', 'startCursor'],
    ] as const) {
      const found: (string | undefined)[] = [];
      let position: string | null = null;
      for (let page = 0; page < 3; page++) {
        const { data } = await ask(LIST, { order, [size]: 2, [cursor]: position });
        const names = data.organizationAnnotations.nodes.map(({ id }: { id: string }) => nameOf(id));
        found.splice(size === 'first' ? found.length : 0, 0, ...names);
        position = data.organizationAnnotations.pageInfo[end];
      }
      expect(found).toEqual(expected);
      expect((await ask(LIST, { order, [size]: 2, [cursor]: position })).data.organizationAnnotations.nodes).toEqual(
        [],
      );
    }
  });

  test('REST lists page in an order', async () => {
    const path = `/annotations/organization/${owner.organizationId}?orderBy=due&limit=4`;
    const first = await rest(app, 'GET', path, { token: owner.token });
    const next = await rest(app, 'GET', `${path}&cursor=${first.headers.get('x-next-cursor')}`, { token: owner.token });
    const names = [...first.body, ...next.body].map(({ id }) => nameOf(id));
    expect(names).toEqual(ORDERS.find(([order]) => order === 'due')?.[1]);
  });

  test('rank is of one project', async () => {
    expect(await errorOf({ order: 'rank' })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'orderBy: rank orders the annotations of one project; name one in filter.projectIds',
    });
    expect(await find({ projectIds: [projects[0]] }, owner.token, { order: 'rank' })).toEqual([
      'visitor',
      'secret',
      'tokyo',
      'cart',
      'price',
    ]);
  });

  test('a cursor of another order is rejected', async () => {
    const { data } = await ask(LIST, { order: 'priority', first: 1 });
    const after = data.organizationAnnotations.pageInfo.endCursor;
    for (const order of ['newest', 'due', 'recently_updated']) {
      expect(await errorOf({ order, after })).toEqual({
        code: 'BAD_USER_INPUT',
        message: 'after: is not a cursor returned by a list in this order; omit it to start from the first page',
      });
    }
  });
});

describe('counts', () => {
  const count = async (by: string, token = owner.token, filter: object = {}) =>
    (await ask(COUNTS, { by, filter }, token)).data.annotationCounts.map(
      ({ key, count: number }: { key: string | null; count: number }) => [key, number],
    );

  test.each<[string, () => [string | null, number][]]>([
    [
      'status',
      () => [
        ['open', 4],
        ['resolved', 2],
      ],
    ],
    [
      'resolution',
      () => [
        [null, 4],
        ['declined', 1],
        ['fixed', 1],
      ],
    ],
    [
      'priority',
      () => [
        ['normal', 4],
        ['low', 1],
        ['urgent', 1],
      ],
    ],
    [
      'assignee',
      () => [
        [null, 5],
        [owner.id, 1],
      ],
    ],
    ['label', () => [[labelId, 1]]],
    [
      'project',
      () => [
        [projects[0], 5],
        [projects[1], 1],
      ],
    ],
    [
      'page',
      () => [
        ['https://shop.example/cart', 2],
        ['https://shop.example/map', 2],
        ['https://blog.example', 1],
        ['https://shop.example/cart/checkout?step=2', 1],
      ],
    ],
  ])('by %s', async (by, expected) => {
    const sorted = (rows: [string | null, number][]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(sorted(await count(by))).toEqual(sorted(expected()));
  });

  test('an outsider counts public annotations only', async () => {
    expect(await count('project', guest.token)).toEqual([[projects[0], 4]]);
    expect(await count('status', guest.token, { text: 'confidential' })).toEqual([]);
    expect(await count('status', owner.token, { text: 'confidential' })).toEqual([['open', 1]]);
  });

  test('are exact up to 10 000', async () => {
    const { id } = await createProject(app, owner);
    await app.services.pool.query(
      `INSERT INTO annotations (id, project_id, number, content, url, url_key, source, status, created_at, updated_at)
       SELECT gen_random_uuid(), $1, n, 'x', 'https://shop.example/', 'https://shop.example', 'api',
              CASE WHEN n > 10001 THEN 'resolved' ELSE 'open' END::"AnnotationStatus", now(), now()
         FROM generate_series(1, 10003) n`,
      [id],
    );
    const filter = { projectIds: [id] };
    const [open, resolved] = [
      { key: 'open', count: 10_000, isExact: false },
      { key: 'resolved', count: 2, isExact: true },
    ];
    const countsOf = async (by: string, more: object = {}) =>
      (await ask(COUNTS, { by, filter: { ...filter, ...more } })).data.annotationCounts;
    expect(await countsOf('status')).toEqual([open, resolved]);
    expect(await countsOf('status', { source: 'api' })).toEqual([open, resolved]);
    expect(await countsOf('status', { statuses: ['resolved'] })).toEqual([resolved]);
    expect(await countsOf('project')).toEqual([{ ...open, key: id }]);
    const { data } = await ask(LIST, { filter, first: 1 });
    expect(data.organizationAnnotations).toMatchObject({ totalCount: 10_000, isTotalExact: false });
    await rest(app, 'DELETE', `/projects/${id}`, { token: owner.token });
  });

  test('deleted labels are not counted', async () => {
    const { token } = owner;
    const label = { projectId: projects[0], name: 'Gone', color: '#000000' };
    const { id } = (await rest(app, 'POST', '/labels', { token, body: label })).body;
    await change(['cart'], { addLabelIds: [id] });
    expect((await count('label')).length).toBe(2);
    await rest(app, 'DELETE', `/labels/${id}`, { token });
    expect(await count('label')).toEqual([[labelId, 1]]);
    expect((await rest(app, 'GET', `/annotations/${ids.cart}`, { token })).body.labelIds).toEqual([]);
  });
});
