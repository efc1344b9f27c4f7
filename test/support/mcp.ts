import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApp } from './test-app.ts';

/** Revisions of the protocol that the service speaks. */
export type Revision = '2025-11-25' | '2026-07-28';

/** Connects the official client with an access token. */
export async function connectAgent(
  app: Pick<TestApp, 'url'>,
  token: string,
  revision: Revision = '2026-07-28',
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: revision === '2026-07-28' ? { mode: { pin: revision } } : { mode: 'legacy' } },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', app.url), { requestInit }));
  return client;
}

/** Result of a tool. */
export interface ToolResult {
  isError: boolean;
  /** Text of the first block. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  answer: any;
  images: { data: string; mimeType: string }[];
}

/** Calls a tool. The client checks the answer against its output schema. */
export async function callTool(agent: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
  const { content, structuredContent, isError = false } = await agent.callTool({ name, arguments: args });
  const [first] = content;
  return {
    isError,
    text: first?.type === 'text' ? first.text : '',
    answer: structuredContent,
    images: content.flatMap((block) =>
      block.type === 'image' ? [{ data: block.data, mimeType: block.mimeType }] : [],
    ),
  };
}
