import { type ComponentType, lazy } from 'react';

/** Delay before a chunk that could not be loaded is requested again, milliseconds. */
const RETRY_AFTER = 3_000;

/** Requests a chunk again until it is loaded. */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let address: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (address ? import(`${address}?attempt=${attempt}`) : load());
    } catch (error) {
      // Chromium requests a failed module again under another address only; its error names the address.
      address ??= /https?:\S+\.js/.exec(String(error))?.[0];
      await new Promise<void>((resolve) => setTimeout(resolve, RETRY_AFTER));
    }
  }
}

/**
 * Creates a part of a screen that is loaded when it is first drawn. While the service is down, its
 * place stays empty and it is requested again, so that the rest of the screen stays.
 */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) => lazy(() => loadChunk(load));
