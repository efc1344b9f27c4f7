import { Response } from '@whatwg-node/fetch';
import { notFound } from '../errors.ts';
import { errorResponse } from '../http/error-response.ts';
import { type Endpoint, READ } from '../http/pipeline.ts';
import type { FetchCall } from '../http/transports.ts';
import type { Resource } from '../lib/resource-url.ts';
import { MCP_PATH, RESOURCE_METADATA_PATH, resourceMetadata } from './authorization.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { SKILLS, skillFile } from './skills.ts';

const SKILLS_PATH = '/.well-known/agent-skills';

/** Documents by which clients find the server, its authorization and its skills. */
export function discoveryEndpoints(options: { baseUrl: string; version: string }): Endpoint<Response, FetchCall>[] {
  const metadataOf = (resource: Resource) => JSON.stringify(resourceMetadata(options.baseUrl, resource));
  const card = JSON.stringify(serverCard(options));
  const index = JSON.stringify({
    skills: SKILLS.map(({ name, description }) => ({ name, description, files: ['SKILL.md'] })),
  });
  const skills = new Map(SKILLS.map((skill) => [skill.name, skillFile(skill)]));
  return [
    document(new RegExp(`^${RESOURCE_METADATA_PATH}(?:${MCP_PATH})?$`), 'application/json', () => metadataOf('mcp')),
    document(`${RESOURCE_METADATA_PATH}/graphql`, 'application/json', () => metadataOf('api')),
    document('/.well-known/mcp/server-card.json', 'application/json', () => card),
    document(`${SKILLS_PATH}/index.json`, 'application/json', () => index),
    document(new RegExp(`^${SKILLS_PATH}/([\\w-]+)/SKILL\\.md$`), 'text/markdown; charset=utf-8', (name = '') =>
      skills.get(name),
    ),
  ];
}

const document = (
  path: string | RegExp,
  type: string,
  contentOf: (name?: string) => string | undefined,
): Endpoint<Response, FetchCall> => ({
  methods: READ,
  path,
  handle: ({ method, parameters: [name] }) => {
    const content = contentOf(name);
    if (content === undefined) return errorResponse(notFound('Skill'));
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=300' };
    return new Response(method === 'HEAD' ? null : content, { headers });
  },
});

/** Card of the server, in the form of the draft SEP-1649. */
const serverCard = ({ version }: { version: string }) => ({
  version: '1.0',
  protocolVersion: '2026-07-28',
  serverInfo: { name: 'pinbound', title: 'Pinbound', version },
  description: 'Visual feedback of a website: find comments, see their elements, check fixes and resolve with proof.',
  transport: { type: 'streamable-http', endpoint: MCP_PATH },
  capabilities: { tools: {}, prompts: {}, resources: {} },
  authentication: { required: true, schemes: ['bearer', 'oauth2'] },
  instructions: INSTRUCTIONS,
  tools: ['dynamic'],
});
