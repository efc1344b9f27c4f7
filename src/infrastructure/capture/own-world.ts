import type { CDPSession } from 'puppeteer-core';

/** Our script in a captured page: it sees the document, and the page's scripts see nothing of it. */
export interface OwnWorld {
  /** Calls a function of clients/capture/main.ts. */
  call<T>(name: string, ...args: unknown[]): Promise<T>;
  evaluate<T>(expression: string): Promise<T>;
}

/**
 * Makes it in the document that the page shows now. What is sent one after another is carried out in that order, so that
 * nobody need wait for the script to be there before it is called.
 */
export async function openOwnWorld(session: CDPSession, frameId: string, source: string): Promise<OwnWorld> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'pinbound' });
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
  const ready = evaluate(source);
  // Whoever calls first hears of it.
  ready.catch(() => undefined);
  return {
    evaluate,
    async call<T>(name: string, ...args: unknown[]) {
      const called = evaluate<T>(`pinboundCapture.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`);
      const [, result] = await Promise.all([ready, called]);
      return result;
    },
  };
}

/** Whether an error means that the page has gone on to another document. */
export const isGone = (error: unknown): boolean =>
  /context|Inspected target navigated|Cannot find/i.test(String(error));
