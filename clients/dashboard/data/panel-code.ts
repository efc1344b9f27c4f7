/** Message of the popup to the panel that opened it, sent to the service's origin only. */
interface CodeMessage {
  kind: 'pinbound-panel-code';
  code: string;
}

/** Sends a code to the panel that opened this window. */
export function sendCode(opener: Window, code: string): void {
  opener.postMessage({ kind: 'pinbound-panel-code', code } satisfies CodeMessage, location.origin);
}

/** Reads the code that a popup sent; null for messages of other windows and origins. */
export function readCode({ source, origin, data }: MessageEvent<unknown>, popup: Window | null): string | null {
  if (!popup || source !== popup || origin !== location.origin || typeof data !== 'object' || data === null)
    return null;
  const { kind, code } = data as Partial<CodeMessage>;
  return kind === 'pinbound-panel-code' && typeof code === 'string' ? code : null;
}
