import type { CallToolResult, Server, ServerOptions } from '@modelcontextprotocol/server';
import type { GraphQLError } from 'graphql';
import { type FieldProblem, fieldsText } from '../errors.ts';
import { maskError } from '../schema/mask-error.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { OPERATION_TOOLS, type OperationTool } from './operations.ts';
import { readToolArguments } from './read-tool-arguments.ts';
import { runTool, type ToolContext } from './run-tool.ts';
import { promptText, SKILLS, skillFile, skillUri } from './skills.ts';
import type { Tool } from './tool.ts';
import { toolsOf } from './tools.ts';

/** The package, which is imported with the first call: most installations have none. */
export type Protocol = typeof import('@modelcontextprotocol/server');

/** Lists change with a release only. */
const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'public' } as const;
const CACHE_HINTS: ServerOptions['cacheHints'] = {
  'tools/list': LIST_CACHE,
  'prompts/list': LIST_CACHE,
  'resources/list': LIST_CACHE,
  'resources/read': LIST_CACHE,
  'server/discover': LIST_CACHE,
};

const operationTools = new Map(OPERATION_TOOLS.map((tool) => [tool.name, tool]));

const MARKDOWN = 'text/markdown';
const skillNames = SKILLS.map(({ name }) => name).join(', ');

/** Creates the server of one request. */
export function createServer(
  { Server: ServerClass, ProtocolError, ProtocolErrorCode, ResourceNotFoundError }: Protocol,
  call: ToolContext,
  version: string,
): Server {
  const { schema, context } = call;
  const tools = toolsOf(schema);
  const server = new ServerClass(
    { name: 'pinbound', title: 'Pinbound', version, websiteUrl: context.services.config.http.baseUrl },
    { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions: INSTRUCTIONS, cacheHints: CACHE_HINTS },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values(), ...OPERATION_TOOLS].map(listed) as never,
  }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
    const [tool, operationTool] = [tools.get(name), operationTools.get(name)];
    if (tool) return answered(() => runTool(call, tool, readToolArguments(tool, args)), tool);
    if (operationTool) return answered(() => operationTool.run(call, args));
    const known = [...tools.keys(), ...operationTools.keys()].join(', ');
    throw invalid(`There is no tool with this name; expected ${known}`);
  });
  const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  server.setRequestHandler('prompts/list', () => ({
    prompts: SKILLS.map(({ name, title, description, arguments: named }) => ({
      name,
      title,
      description,
      arguments: [...named],
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: chosen = {} } }) => {
    const skill = SKILLS.find((each) => each.name === name);
    if (!skill) throw invalid(`There is no prompt with this name; expected ${skillNames}`);
    const missing = skill.arguments.find((each) => each.required && !chosen[each.name]);
    if (missing) throw invalid(`${missing.name}: is required; send it as an argument of the prompt`);
    const content = { type: 'text', text: promptText(skill, chosen) } as const;
    return { description: skill.description, messages: [{ role: 'user', content }] };
  });
  server.setRequestHandler('resources/list', () => ({
    resources: SKILLS.map((skill) => ({
      uri: skillUri(skill),
      name: skill.name,
      title: skill.title,
      description: skill.description,
      mimeType: MARKDOWN,
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const skill = SKILLS.find((each) => skillUri(each) === uri);
    if (!skill) throw new ResourceNotFoundError(uri, `There is no resource at this address; list the resources`);
    return { contents: [{ uri, mimeType: MARKDOWN, text: skillFile(skill) }] };
  });
  return server;

  /** Errors are results, so that models correct themselves. */
  async function answered(
    run: () => Promise<CallToolResult> | CallToolResult,
    tool?: Pick<Tool, 'variables'>,
  ): Promise<CallToolResult> {
    try {
      return await run();
    } catch (error) {
      const masked = maskError(error, context);
      return { content: [{ type: 'text', text: tool ? messageFor(tool, masked) : masked.message }], isError: true };
    }
  }
}

/** Names members of the input by the tool's arguments, which may differ from those of the API. */
function messageFor({ variables }: Pick<Tool, 'variables'>, { message, extensions }: GraphQLError): string {
  const fields = extensions.fields as readonly FieldProblem[] | undefined;
  if (!fields) return message;
  const names = new Map(variables.map(({ name, target }) => [target.name, name]));
  return fieldsText(
    fields.map((each) => ({ ...each, path: each.path.replace(/^\w+/, (name) => names.get(name) ?? name) })),
  );
}

/** Returns a tool as the list shows it. */
const listed = ({
  name,
  title,
  description,
  isReadOnly,
  isIdempotent = isReadOnly,
  isDestructive = false,
  ...tool
}: Tool | OperationTool) => ({
  name,
  title,
  description,
  inputSchema: tool.inputSchema,
  outputSchema: tool.outputSchema,
  annotations: {
    readOnlyHint: isReadOnly,
    destructiveHint: isDestructive,
    idempotentHint: isIdempotent,
    openWorldHint: isOpenWorld(tool),
  },
});

/** Whether it reaches other systems: it captures a page, or may call every operation. */
const isOpenWorld = (tool: Pick<Tool, 'needs'> | Pick<OperationTool, 'isOpenWorld'>): boolean =>
  'needs' in tool ? tool.needs.includes('snapshot.create') : tool.isOpenWorld === true;
