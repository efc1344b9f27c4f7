import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { OPERATION_TOOLS } from '../../../src/mcp/operations.ts';
import { toolsOf } from '../../../src/mcp/tools.ts';
import { schema } from '../../../src/schema/index.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { registerUser } from '../../support/factories.ts';
import { connectAgent } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let agent: Client;
beforeAll(async () => {
  const { token } = await createPersonalToken(app, await registerUser(app));
  agent = await connectAgent(app, token);
});

const tools = [...toolsOf(schema).keys(), ...OPERATION_TOOLS.map(({ name }) => name)];
/** Names in backticks and in lists of the instructions, which look like tools. */
const namedTools = (text: string) => [...text.matchAll(/\b[a-z]+_[a-z]+\b/g)].map(([name]) => name);
const VALUES = ['does_it', 'went_back', 'changed_otherwise'];

test('prompts have the words of the skill, and the choices of the user', async () => {
  const { prompts } = await agent.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['fix-open-comments', 'review-deployment']);
  const { messages } = await agent.getPrompt({
    name: 'fix-open-comments',
    arguments: { page: 'https://shop.example/cart' },
  });
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: expect.any(String) } }]);
  const text = JSON.stringify(messages);
  expect(text).toContain('- page: \\"https://shop.example/cart\\"');
  expect(text).toContain('Call `whoami`, and choose the project');
});

test('prompts without what they need, and unknown ones, say so', async () => {
  await expect(agent.getPrompt({ name: 'review-deployment' })).rejects.toThrow('deployment: is required');
  await expect(agent.getPrompt({ name: 'fix-everything' })).rejects.toThrow(
    'expected fix-open-comments, review-deployment',
  );
});

test('skills are resources, and files below /.well-known', async () => {
  const { resources } = await agent.listResources();
  expect(resources).toHaveLength(2);
  const index = await (await fetch(`${app.url}/.well-known/agent-skills/index.json`)).json();
  expect(index.skills.map(({ name }: { name: string }) => name)).toEqual(resources.map(({ name }) => name));
  for (const { name, uri } of resources) {
    const { contents } = await agent.readResource({ uri });
    const file = await fetch(`${app.url}/.well-known/agent-skills/${name}/SKILL.md`);
    const text = await file.text();
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text }]);
    expect(text).toMatch(new RegExp(`^---\\nname: ${name}\\ndescription: "[^"\\n]+"\\n---\\n\\n# `));
  }
  expect((await fetch(`${app.url}/.well-known/agent-skills/other/SKILL.md`)).status).toBe(404);
  await expect(agent.readResource({ uri: 'skill://pinbound/other/SKILL.md' })).rejects.toThrow('list the resources');
});

test('the texts name existing tools only', async () => {
  const { resources } = await agent.listResources();
  const files = await Promise.all(resources.map(({ uri }) => agent.readResource({ uri })));
  const texts = [agent.getInstructions() ?? '', JSON.stringify(files)];
  expect(namedTools(texts.join()).filter((name) => ![...tools, ...VALUES].includes(name))).toEqual([]);
});

test('the card names the endpoint', async () => {
  const card = await fetch(`${app.url}/.well-known/mcp/server-card.json`);
  expect(card.status).toBe(200);
  expect(await card.json()).toMatchObject({
    serverInfo: { name: 'pinbound' },
    transport: { type: 'streamable-http', endpoint: '/mcp' },
    authentication: { required: true, schemes: ['bearer', 'oauth2'] },
  });
});
