import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let agent: Client;
let projectId: string;

const CART = 'https://shop.example/cart';
const hint = (file: string) => ({ file, line: 12, by: 'react' });
/** Diagnostics of guarded elements, by the words of the comment. */
const ELEMENTS: Record<string, object | undefined> = {
  'Card green': { source: [hint('web/src/Card.tsx'), hint('web/src/Shop.tsx')] },
  'Head blue': { source: [hint('src/Head.tsx')], elementId: 'head12' },
  'Foot gray': { elementId: 'foot12' },
  'No hint': undefined,
  'Odd hint': { source: [{ file: 'no file at all' }, 7], elementId: '<b>' },
};

beforeAll(async () => {
  owner = await registerUser(app, 'Olga');
  projectId = (await createProject(app, owner)).id;
  const place = { projectId, name: 'Live', url: 'https://shop.example/', kind: 'production' };
  const environment = await rest(app, 'POST', '/environments', { token: owner.token, body: place });
  const look = { state: 'bound', confidence: 1, box: { x: 1, y: 1, width: 2, height: 2 }, text: '10 €', styles: {} };
  for (const [content, diagnostics] of Object.entries(ELEMENTS)) {
    const metadata = { selector: '#price', ...(diagnostics && { diagnostics }) };
    const { id } = await createAnnotation(app, owner, projectId, { content, url: CART, metadata });
    await app.services.pool.query(
      `INSERT INTO guards (id, project_id, annotation_id, environment_id, url_key, viewport_width, viewport_height,
         device_scale_factor, state, reported, accepted, deployment_id, verdict_id)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, 40, 30, 1, 'active', $5, $5, gen_random_uuid(), gen_random_uuid())`,
      [projectId, id, environment.body.id, CART, JSON.stringify(look)],
    );
  }
  agent = await connectAgent(app, (await createPersonalToken(app, owner)).token);
});

interface Guarded {
  annotation: { untrustedText: string; author: { untrustedName: string }; source?: { untrustedHints: object[] } };
}

/** Words of the comments whose looks are guarded, by arguments of the tool. */
async function guarded(args: Record<string, unknown>): Promise<string[]> {
  const { answer, isError, text } = await callTool(agent, 'guards_for', { projectId, ...args });
  expect(isError ? text : '').toBe('');
  const nodes = answer.guards.nodes as Guarded[];
  expect(nodes.every(({ annotation }) => annotation.author.untrustedName === 'Olga')).toBe(true);
  return nodes.map(({ annotation }) => annotation.untrustedText).sort();
}

describe('guards_for a file lists the looks in it, and those without a known file', () => {
  const UNKNOWN = ['No hint', 'Odd hint'];

  test.each([
    ['the same path', { file: 'src/Head.tsx' }, ['Foot gray', 'Head blue']],
    ['a path from a folder above', { file: 'packages/web/src/Card.tsx' }, ['Card green', 'Foot gray']],
    ['a path from a folder below', { file: './Card.tsx' }, ['Card green', 'Foot gray']],
    ['a path with backslashes', { file: '.\\src\\Card.tsx' }, ['Card green', 'Foot gray']],
    ['the file that contains the component', { file: 'src/Shop.tsx' }, ['Card green', 'Foot gray']],
    ['a name that only ends alike', { file: 'src/ard.tsx' }, ['Foot gray']],
    ['the ids of its elements', { file: 'src/Foot.tsx', elementIds: ['foot12', 'other1'] }, ['Foot gray']],
    // The text of an element, and with it the id, may have changed since the comment.
    ['ids of other elements', { file: 'src/Other.tsx', elementIds: ['other1'] }, ['Foot gray']],
    [
      'an id in a file that the page names otherwise',
      { file: 'a.tsx', elementIds: ['head12'] },
      ['Foot gray', 'Head blue'],
    ],
  ])('%s', async (_what, args, expected) => {
    expect(await guarded(args)).toEqual([...expected, ...UNKNOWN].sort());
  });

  test('and says by which hint', async () => {
    const { answer } = await callTool(agent, 'guards_for', { projectId, file: 'src/Shop.tsx' });
    const card = (answer.guards.nodes as Guarded[]).find(({ annotation }) => annotation.source?.untrustedHints.length);
    expect(card?.annotation.source).toEqual({
      untrustedHints: [
        { file: 'web/src/Card.tsx', line: 12 },
        { file: 'web/src/Shop.tsx', line: 12 },
      ],
    });
  });
});

test('ids need the file that has them', async () => {
  const { isError, text } = await callTool(agent, 'guards_for', { projectId, elementIds: ['foot12'] });
  expect([isError, text]).toEqual([true, expect.stringContaining('must be sent with')]);
});

test('guards_for a page and a selector', async () => {
  expect(await guarded({})).toHaveLength(5);
  expect(await guarded({ url: CART, selector: '#price' })).toHaveLength(5);
  expect(await guarded({ url: 'https://shop.example/other' })).toEqual([]);
  expect(await guarded({ selector: '#other' })).toEqual([]);
});

test('files are for readers of diagnostics', async () => {
  const { token } = await createPersonalToken(app, owner, { actions: [...TOKEN_PRESETS.read] });
  const reader = await connectAgent(app, token);
  const { isError, text } = await callTool(reader, 'guards_for', { projectId, file: 'src/Head.tsx' });
  expect([isError, text]).toEqual([true, expect.stringContaining('does not have the action diagnostics.read')]);
  expect((await callTool(reader, 'guards_for', { projectId })).isError).toBe(false);
  const guest = await registerMember(app, owner.organizationId, 'guest', [projectId]);
  const document = 'query ($id: ID!) { guards(projectId: $id, sourceFile: "src/Head.tsx") { nodes { id } } }';
  const { errors } = await graphql(app, document, { id: projectId }, { token: guest.token });
  expect(errors).toMatchObject([{ message: expect.stringContaining('Your role is guest') }]);
});
