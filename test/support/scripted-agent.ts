import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { graphql, rest } from './client.ts';
import { demoProject } from './demo.ts';
import { callTool, connectAgent, type ToolResult } from './mcp.ts';

const execute = promisify(execFile);

/** An agent that counts its calls and what it reads, bytes. */
export interface ScriptedAgent {
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
  read: { calls: number; bytes: number };
}

/** Connects the official client with a token. */
export async function startScriptedAgent(app: { url: string }, token: string): Promise<ScriptedAgent> {
  const client: Client = await connectAgent(app, token);
  const read = { calls: 0, bytes: 0 };
  return {
    read,
    async call(name, args = {}) {
      const result = await callTool(client, name, args);
      read.calls++;
      read.bytes += result.text.length + result.images.reduce((sum, { data }) => sum + data.length, 0);
      return result;
    },
  };
}

/** The demo shop as `pinbound demo checkout` writes it, served and commented on by visitors. */
export interface CheckedOutShop {
  token: string;
  projectId: string;
  url: string;
  /** Comments as a visitor, on an element with a selector and a text. */
  comment(content: string, selector: string, text: string): Promise<string>;
  /** Captured pins of a comment. */
  pinsOf(id: string): Promise<unknown[]>;
  edit(from: string, to: string): void;
  stop(): void;
}

/** Writes the shop of a service with a demo into a folder, and serves it. */
export async function checkOutShop(app: { url: string }, folder: string): Promise<CheckedOutShop> {
  const { token, projectId } = await demoProject(app);
  const args = ['dist/clients/cli/pinbound.mjs', 'demo', 'checkout', join(folder, 'shop'), '--url', app.url];
  await execute(process.execPath, args);
  const shop = spawn(process.execPath, [join(folder, 'shop/serve.mjs'), '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(shop.stdout, 'data');
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  const environment = { projectId, name: 'Checkout', url, kind: 'development' };
  await rest(app, 'POST', '/environments', { token, body: environment });
  const { projectKey } = (await rest(app, 'GET', `/projects/${projectId}`, { token })).body;
  return {
    token,
    projectId,
    url,
    async comment(content, selector, text) {
      const body = { projectKey, content, url, position_x: 1, position_y: 1, metadata: { selector, text } };
      const headers = { 'x-project-key': projectKey };
      const { status, body: made } = await rest(app, 'POST', '/annotations/public', { body, headers });
      if (status !== 201) throw new Error(`no comment: ${made.message}`);
      return made.id;
    },
    async pinsOf(id) {
      const query = 'query ($id: ID!) { annotation(id: $id) { snapshotPins { nodes { state } } } }';
      return (await graphql(app, query, { id }, { token })).data.annotation.snapshotPins.nodes;
    },
    edit(from, to) {
      const path = join(folder, 'shop/index.html');
      const text = readFileSync(path, 'utf8');
      if (text.split(from).length !== 2) throw new Error(`${path} must have "${from}" once`);
      writeFileSync(path, text.replace(from, to));
    },
    stop: () => void shop.kill(),
  };
}

/** Wish of a visitor, and the element that it is about. */
export const WISH = {
  content: 'Let this say “Browse the shop”.',
  selector: '.hero .button',
  text: 'See the collection',
};

/** The whole loop of an agent for the wish. Throws if a step does not lead to the next one. */
export async function fixWish({ call }: ScriptedAgent, shop: CheckedOutShop): Promise<void> {
  const step = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await call(name, args);
    if (result.isError) throw new Error(`${name}: ${result.text}`);
    return result;
  };
  const { answer: me } = await step('whoami');
  const [project] = me.organizations.nodes[0].projects.nodes;
  const { answer: work } = await step('find_work', { projectId: project.id });
  const found = work.annotations.nodes.find((each: { untrustedText: string }) => each.untrustedText === WISH.content);
  const { answer: comment } = await step('get_comment', { id: found.id });
  const { selector, text } = comment.annotation.untrustedElement;
  if (selector !== WISH.selector || text !== WISH.text) throw new Error(`the element is ${selector}: ${text}`);
  const { images } = await step('see', { id: found.id, which: 'reported' });
  if (images.length !== 1) throw new Error(`${images.length} pictures of the element`);
  await step('guards_for', { projectId: project.id, url: shop.url });
  await step('start_work', { id: found.id });
  const wanted = /“(.+)”/.exec(comment.annotation.untrustedText)?.[1] ?? '';
  shop.edit(`>${text}<`, `>${wanted}<`);
  const { answer: checked } = await step('check_fix', { id: found.id, url: shop.url });
  const { verdict, effect, id: verdictId } = checked.fixVerdict;
  if (verdict !== 'changed' || effect !== 'does_it') throw new Error(`the verdict is ${verdict}, ${effect}`);
  const { answer: resolved } = await step('resolve', { id: found.id, verdictId });
  const { status, proof } = resolved.setAnnotationStatus;
  if (status !== 'resolved' || proof.verdict !== 'changed') throw new Error(`the comment is ${status}`);
  await step('reply', { id: found.id, text: 'The button says so since the commit in the branch topic.' });
}
