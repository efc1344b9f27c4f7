import type { CDPSession } from 'puppeteer-core';
import { CaptureFailure } from '../capture-failure.ts';
import type { PageScript } from './page-script.ts';

/**
 * Our script in a captured page: it sees the document, and the page's scripts see nothing of it. What it throws is a
 * CaptureFailure: the same page would have it throw again.
 */
export interface OwnWorld {
  call<K extends keyof PageScript>(
    name: K,
    ...args: Parameters<PageScript[K]>
  ): Promise<Awaited<ReturnType<PageScript[K]>>>;
  evaluate<T>(expression: string): Promise<T>;
}

const WORLD = 'pinbound';

/**
 * Has the script run in each document that the page is going to show, before the document's own: when it has loaded, nobody
 * need wait for the script.
 * @returns opens the world of the document that the page shows then
 */
export async function prepareOwnWorld(session: CDPSession, source: string): Promise<() => Promise<OwnWorld>> {
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
  return async () => worldIn(session, known ?? (await makeWorld(session, id, source)));
}

/** In a document that has not run the script: it began while scripts were off, or comes back from the history. */
async function makeWorld(session: CDPSession, frameId: string, source: string): Promise<number> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
  await worldIn(session, executionContextId).evaluate(source);
  return executionContextId;
}

function worldIn(session: CDPSession, contextId: number): OwnWorld {
  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      const reason = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new CaptureFailure(`The page cannot be read: ${reason.split('\n')[0]?.slice(0, 200)}`);
    }
    return result.value as T;
  }
  return {
    evaluate,
    call: (name, ...args) => evaluate(`pinboundCapture.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`),
  };
}

/** Whether an error means that the page has gone on to another document. */
export const isGone = (error: unknown): boolean =>
  /context|Inspected target navigated|Cannot find/i.test(String(error));
