import type { CDPSession } from 'puppeteer-core';
import { CaptureError } from '../capture-errors.ts';
import type { PageScript } from './page-script.ts';

/**
 * Runs the capture script in a captured page, invisible to the page's own scripts. Errors of the
 * script are CaptureErrors: the same page would fail again.
 */
export interface IsolatedWorld {
  call<K extends keyof PageScript>(
    name: K,
    ...args: Parameters<PageScript[K]>
  ): Promise<Awaited<ReturnType<PageScript[K]>>>;
  evaluate<T>(expression: string): Promise<T>;
}

const WORLD = 'pinbound';

/**
 * Registers the script to run in every new document before the document's own scripts, so that no
 * time is lost after loading.
 * @returns a function that opens the isolated world of the current document
 */
export async function prepareIsolatedWorld(session: CDPSession, source: string): Promise<() => Promise<IsolatedWorld>> {
  let known: number | undefined;
  let frameId: string | undefined;
  session.on('Runtime.executionContextsCleared', () => {
    known = undefined;
  });
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === WORLD && context.auxData?.frameId === frameId) known = context.id;
  });
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Page.enable'),
    session.send('Runtime.enable'),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD }),
  ]);
  const { id } = frameTree.frame;
  frameId = id;
  return async () => worldIn(session, known ?? (await createWorld(session, id, source)));
}

/**
 * For a document that has not run the script: scripts were disabled, or it came from the history.
 */
async function createWorld(session: CDPSession, frameId: string, source: string): Promise<number> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
  await worldIn(session, executionContextId).evaluate(source);
  return executionContextId;
}

function worldIn(session: CDPSession, contextId: number): IsolatedWorld {
  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      const reason = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new CaptureError(`The page could not be read: ${reason.split('\n')[0]?.slice(0, 200)}`);
    }
    return result.value as T;
  }
  return {
    evaluate,
    call: (name, ...args) => evaluate(`pinboundCapture.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`),
  };
}

/** Returns whether the page has navigated to another document. */
export const isContextDestroyed = (error: unknown): boolean =>
  /context|Inspected target navigated|Cannot find/i.test(String(error));
