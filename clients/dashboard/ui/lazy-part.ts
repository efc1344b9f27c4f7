import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { loadChunk } from '../load-chunk.ts';

/**
 * Creates a part of a screen that is loaded when it is first drawn. While the service is down, its
 * place stays empty and it is requested again, so that the rest of the screen stays.
 */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) => lazy(() => loadChunk(load));

/** Creates a screen that is loaded when it is first opened, or when the service is back. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadChunk(load), name);
