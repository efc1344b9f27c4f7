import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionArgs, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import { AppError, invariant } from '../errors.ts';
import { boundAnswer } from './answer.ts';
import { loadPicture, takePictures } from './pictures.ts';
import type { ToolCall } from './read-tool-arguments.ts';
import type { Tool } from './tool.ts';

/** Executes documents as those of REST, with the limits, rights and masking of GraphQL. */
export type Execute = (args: ExecutionArgs) => Promise<ExecutionResult> | ExecutionResult;

type Members = Record<string, unknown>;

/** Time between two looks at a result that is not there yet: it grows, milliseconds. */
const [FIRST_LOOK_MS, MAX_LOOK_MS] = [500, 4_000];

/** A request, and what executes its documents. */
export interface ToolContext {
  schema: GraphQLSchema;
  execute: Execute;
  context: Context;
}

/**
 * Executes the document of a tool, and waits for its result if it has one to wait for.
 *
 * @throws the masked error of an operation, whose text is for the agent
 */
export async function runTool(call: ToolContext, tool: Tool, args: ToolCall): Promise<CallToolResult> {
  const { answer, pictures } = takePictures(await executeTool(call, tool, args), args.from);
  const bounded = boundAnswer(answer, tool.maxText);
  const text = { type: 'text', text: JSON.stringify(bounded) } as const;
  const images = args.pictures ? await Promise.all(pictures.map((each) => loadPicture(call.context, each))) : [];
  return { content: [text, ...images], structuredContent: bounded };
}

async function executeTool(
  { schema, execute, context }: ToolContext,
  tool: Tool,
  { variables, idempotencyKey, waitSeconds }: ToolCall,
): Promise<Members> {
  const contextValue = idempotencyKey === undefined ? context : { ...context, idempotencyKey };
  const run = (document: Tool['parsed']) =>
    execute({ schema, document, contextValue, variableValues: variables }) as Promise<ExecutionResult>;
  const { wait, parsedWait } = tool;
  if (!wait || !parsedWait) return successfulData(await run(tool.parsed));

  if (variables[wait.handle] === undefined) {
    const [started] = Object.values(successfulData(await run(tool.parsed)));
    variables[wait.handle] = (started as { id: string }).id;
  }
  const handle = { [wait.handle]: variables[wait.handle] };
  const deadline = Date.now() + waitSeconds * 1_000;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, MAX_LOOK_MS)) {
    const answer = successfulData(await run(parsedWait));
    const [result] = Object.values(answer);
    if ((result as Members)[wait.done] != null) return { ...answer, ...handle, state: 'done' };
    if (Date.now() + pause > deadline) return { ...answer, ...handle, state: 'running' };
    await delay(pause, context.signal);
  }
}

/** @throws UNAVAILABLE if the client disconnects, so that nothing runs for nobody */
const delay = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new AppError('UNAVAILABLE', 'The client disconnected before the result'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });

/**
 * Returns the data of a result. Errors of members that may be null are named, and the rest of the
 * answer stays; an error of the operation itself is thrown.
 */
export function successfulData({ data, errors = [] }: ExecutionResult): Members {
  const [error] = errors;
  const hasResult = data && Object.values(data).every((value) => value !== null);
  if (!hasResult) {
    invariant(error, 'an operation without a result has an error');
    throw error;
  }
  if (!error) return { ...data };
  return { ...data, omitted: [...new Set(errors.map(omission))].slice(0, 10) };
}

/** Names the member of an error: `annotation.snapshotPins: <message>`. */
const omission = ({ path = [], message }: GraphQLError): string =>
  `${path.filter((segment) => typeof segment === 'string').join('.')}: ${message}`;
