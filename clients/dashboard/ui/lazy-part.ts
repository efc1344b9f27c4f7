import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';

/** Delay before a chunk that could not be loaded is requested again, milliseconds. */
const RETRY_AFTER = 3_000;

/**
 * Loads a chunk. While the service is down, the chunk is requested again.
 *
 * @throws the error of the import if the service no longer has the chunk
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let address: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Chromium never requests a failed module again under the same address.
      return await (address ? import(`${address}?attempt=${attempt}`) : load());
    } catch (error) {
      address ??= /https?:\S+\.js/.exec(String(error))?.[0];
      await new Promise<void>((resolve) => setTimeout(resolve, RETRY_AFTER));
      if (!address || (await isGone(address))) throw error;
    }
  }
}

/** Whether the service was updated, and has other chunks. */
const isGone = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  );

/**
 * Creates a part of a screen that is loaded when it is first drawn. While the service is down, its
 * place stays empty and it is requested again, so that the rest of the screen stays.
 */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) => lazy(() => loadChunk(load));

/** Creates a screen that is loaded when it is first opened, or when the service is back. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadChunk(load), name);
