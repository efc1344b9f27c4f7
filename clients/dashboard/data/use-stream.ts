import { useEffect, useRef } from 'react';
import type { OperationResult, OperationResultSource } from 'urql';
import { onEnd, pipe, subscribe } from 'wonka';
import { useShell } from './shell-context.ts';

/** Time after which a stream is open; the protocol does not acknowledge it. Milliseconds. */
const OPEN_AFTER = 1_000;

interface Options<Data> {
  /** Subject of the stream; another one opens another stream, undefined none. */
  key: string | undefined;
  open(): OperationResultSource<OperationResult<Data>>;
  /** Receives each item, after the cache. */
  onData?(data: Data): void;
  /** Fetches what was missed while there was no stream. */
  onGap(): void;
}

/** Follows a subscription. A stream that ends is opened again, and its gap is fetched. */
export function useStream<Data>({ key, ...options }: Options<Data>): void {
  const { live } = useShell().data;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (key === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unsubscribe: (() => void) | undefined;
    let isStopped = false;

    const fetchGap = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current.onGap(), OPEN_AFTER);
    };
    const open = () => {
      ({ unsubscribe } = pipe(
        latest.current.open(),
        onEnd(() => {
          if (!isStopped) timer = setTimeout(reopen, OPEN_AFTER);
        }),
        subscribe(({ data }) => {
          if (data) latest.current.onData?.(data);
        }),
      ));
    };
    const reopen = () => {
      open();
      fetchGap();
    };

    open();
    const stopListening = live.onChange(() => {
      if (live.isConnected()) fetchGap();
    });
    return () => {
      isStopped = true;
      clearTimeout(timer);
      stopListening();
      unsubscribe?.();
    };
  }, [live, key]);
}
