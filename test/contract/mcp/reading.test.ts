import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let project: { id: string };
let agent: Client;
beforeAll(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
  const { token } = await createPersonalToken(app, owner, { actions: [...TOKEN_PRESETS.fix] });
  agent = await connectAgent(app, token);
});

const comment = (content: string, more: object = {}) =>
  createAnnotation(app, owner, project.id, {
    content,
    url: 'https://shop.example/cart',
    metadata: { selector: '#total', text: '12 €', tag: 'b' },
    ...more,
  });

describe('the first calls', () => {
  test.each(['2025-11-25', '2026-07-28'] as const)('work in the revision %s', async (revision) => {
    const { token } = await createPersonalToken(app, owner, { actions: [...TOKEN_PRESETS.read] });
    const client = await connectAgent(app, token, revision);
    expect(client.getInstructions()).toContain('Call whoami first');
    const { tools } = await client.listTools();
    expect(tools[0]).toMatchObject({ name: 'whoami', annotations: { readOnlyHint: true, destructiveHint: false } });
    const { answer, text } = await callTool(client, 'whoami');
    expect(JSON.parse(text)).toEqual(answer);
    const [organization] = answer.organizations.nodes;
    expect(organization.projects.nodes).toMatchObject([{ id: project.id }]);
    await client.close();
  });

  test('find a comment and read it', async () => {
    const { id } = await comment('Make it bold');
    const { answer } = await callTool(agent, 'find_work', { projectId: project.id, text: 'bold' });
    expect(answer.annotations).toMatchObject({ totalCount: 1, nodes: [{ id, untrustedText: 'Make it bold' }] });
    const { answer: read } = await callTool(agent, 'get_comment', { id });
    expect(read.annotation).toMatchObject({
      id,
      status: 'open',
      untrustedUrl: 'https://shop.example/cart',
      untrustedElement: { selector: '#total', tag: 'b' },
      comments: { nodes: [] },
    });
    expect(read.annotation).not.toHaveProperty('diagnostics');
    const sections = ['captures', 'browser', 'steps', 'fixes'];
    const { answer: all } = await callTool(agent, 'get_comment', { id, sections });
    expect(all.annotation).toMatchObject({ diagnostics: { untrustedConsole: [] }, untrustedSteps: [], fixes: [] });
    expect(all.annotation).not.toHaveProperty('comments');
  });
});
