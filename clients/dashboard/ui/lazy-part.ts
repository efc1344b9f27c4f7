import { type ComponentType, lazy } from 'react';

/** Delay before a chunk that could not be loaded is requested again, milliseconds. */
const RETRY_AFTER = 3_000;

/** Requests a chunk again until it is loaded. */
export const loadChunk = <Chunk>(load: () => Promise<Chunk>): Promise<Chunk> =>
  load().catch(async () => {
    await new Promise<void>((resolve) => setTimeout(resolve, RETRY_AFTER));
    return loadChunk(load);
  });

/**
 * Creates a part of a screen that is loaded when it is first drawn. While the service is down, its
 * place stays empty and it is requested again, so that the rest of the screen stays.
 */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) => lazy(() => loadChunk(load));
