/** Events that a page can listen to, with their details. */
export interface OverlayEvents {
  /** The button is on the page. */
  ready: Record<string, never>;
  /** The picker, the form, a thread, the list or the panel of members opened. */
  open: { readonly panel: Panel };
  close: { readonly panel: Panel };
  /** A comment was stored. */
  created: { readonly id: string; readonly number: number };
  /** A comment or a reply was rejected. `status` is 0 for an error of the page's own code. */
  failed: { readonly status: number };
  /**
   * Code of the overlay could not be loaded, and no newer script could take over. Reloading the
   * page may help.
   */
  unavailable: Record<string, never>;
}

export type Panel = 'choosing' | 'form' | 'thread' | 'list' | 'panel';
export type Emit = <K extends keyof OverlayEvents>(type: K, detail: OverlayEvents[K]) => void;

/** Listeners of one overlay. */
export interface Emitter {
  readonly emit: Emit;
  /** @returns a function that removes the handler. */
  on<K extends keyof OverlayEvents>(type: K, handler: (detail: OverlayEvents[K]) => void): () => void;
}

/**
 * Creates an emitter that reports errors of a handler as uncaught errors of the page, and
 * continues.
 */
export function createEmitter(): Emitter {
  const handlers = new Set<{ type: string; handler: (detail: never) => void }>();
  return {
    emit(type, detail) {
      for (const entry of [...handlers]) {
        if (entry.type !== type) continue;
        try {
          entry.handler(detail as never);
        } catch (error) {
          setTimeout(() => {
            throw error;
          });
        }
      }
    },
    on(type, handler) {
      const entry = { type, handler };
      handlers.add(entry);
      return () => handlers.delete(entry);
    },
  };
}
