import { setTimeout as wait } from 'node:timers/promises';
import type { CallToolResult, ImageContent } from '@modelcontextprotocol/server';
import type { ExecutionArgs, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import { AppError, invariant } from '../errors.ts';
import { maskError } from '../schema/mask-error.ts';
import { boundAnswer } from './answer.ts';
import { loadPicture, type NamedPicture, takePictures } from './pictures.ts';
import type { ToolCall } from './read-tool-arguments.ts';
import type { Tool } from './tool.ts';
import type { ToolDocument } from './tool-document.ts';

/** Executes documents as those of REST, with the limits, rights and masking of GraphQL. */
export type Execute = (args: ExecutionArgs) => Promise<ExecutionResult> | ExecutionResult;

type Members = Record<string, unknown>;

/** Time between two polls of a result that is not there yet: it grows, milliseconds. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [500, 4_000];

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
  const loaded = args.pictures ? await Promise.all(pictures.map((each) => tryToLoad(call.context, each))) : [];
  const failures = loaded.filter((each) => typeof each === 'string');
  const bounded = boundAnswer(withOmitted(answer, failures), tool.maxText);
  const text = { type: 'text', text: JSON.stringify(bounded) } as const;
  return { content: [text, ...loaded.filter((each) => typeof each !== 'string')], structuredContent: bounded };
}

/** Returns a picture, or why it is omitted. */
async function tryToLoad(context: Context, picture: NamedPicture): Promise<ImageContent | string> {
  try {
    return await loadPicture(context, picture);
  } catch (error) {
    return `${picture.name}: ${maskError(error, context).message}`;
  }
}

function withOmitted(answer: Members, reasons: readonly string[]): Members {
  if (reasons.length === 0) return answer;
  return { ...answer, omitted: [...((answer.omitted as string[] | undefined) ?? []), ...reasons] };
}

async function executeTool(call: ToolContext, tool: Tool, args: ToolCall): Promise<Members> {
  const { wait: waiting, executedWait } = tool;
  const { variables, idempotencyKey, waitSeconds } = args;
  const run = (document: ToolDocument) => execute(call, document, variables, idempotencyKey);
  if (!waiting || !executedWait) return run(tool.executed);

  const isStarted = variables[waiting.handle] === undefined;
  if (isStarted) {
    const [started] = Object.values(await run(tool.executed));
    variables[waiting.handle] = (started as { id: string }).id;
  }
  const handle = { [waiting.handle]: variables[waiting.handle] };
  try {
    const { answer, isDone } = await poll(() => run(executedWait), { ...waiting, waitSeconds }, call.context.signal);
    return { ...answer, ...handle, state: isDone ? 'done' : 'running' };
  } catch (error) {
    // Without the handle, the agent would start again.
    if (!isStarted) throw error;
    return withOmitted({ ...handle, state: 'running' }, [maskError(error, call.context).message]);
  }
}

async function execute(
  { schema, execute: executeDocument, context }: ToolContext,
  { document, variablesFor }: ToolDocument,
  given: Members,
  idempotencyKey: string | undefined,
): Promise<Members> {
  const contextValue = idempotencyKey === undefined ? context : { ...context, idempotencyKey };
  return successfulData(await executeDocument({ schema, document, contextValue, variableValues: variablesFor(given) }));
}

/** Repeats a query until its result is there, or the time is over. */
async function poll(
  query: () => Promise<Members>,
  { done, waitSeconds }: { done: string; waitSeconds: number },
  signal: AbortSignal | undefined,
): Promise<{ answer: Members; isDone: boolean }> {
  const deadline = Date.now() + waitSeconds * 1_000;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const answer = await query();
    const [result] = Object.values(answer);
    if ((result as Members)[done] != null) return { answer, isDone: true };
    if (Date.now() + pause > deadline) return { answer, isDone: false };
    await delay(pause, signal);
  }
}

/** @throws UNAVAILABLE if the client disconnects, so that nothing runs without a reader */
const delay = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {
    throw new AppError('UNAVAILABLE', 'The client disconnected before the result');
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
