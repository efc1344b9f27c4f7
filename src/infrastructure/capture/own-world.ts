import type { CDPSession } from 'puppeteer-core';

/** Our script in a captured page: it sees the document, and the page's scripts see nothing of it. */
export interface OwnWorld {
  /** Calls a function of clients/capture/main.ts. */
  call<T>(name: string, ...args: unknown[]): Promise<T>;
  evaluate<T>(expression: string): Promise<T>;
}

/** Makes it in the document that the page shows now. */
export async function openOwnWorld(session: CDPSession, source: string): Promise<OwnWorld> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'pinbound',
  });
  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value as T;
  }
  await evaluate(source);
  return {
    evaluate,
    call: (name, ...args) => evaluate(`pinboundCapture.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`),
  };
}

/** Whether an error means that the page has gone on to another document. */
export const isGone = (error: unknown): boolean =>
  /context|Inspected target navigated|Cannot find/i.test(String(error));
