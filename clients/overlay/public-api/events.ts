/** What a page can listen to, and what it is told. */
export interface OverlayEvents {
  /** The button is there. */
  ready: Record<string, never>;
  /** Something opened: choosing an element, the form, a thread, or the list. */
  open: { readonly panel: Panel };
  /** It closed again. */
  close: { readonly panel: Panel };
  /** A comment was stored. */
  created: { readonly id: string; readonly number: number };
  /** A comment or a reply was refused: the answer's status, 0 when it was an error of the page's own code. */
  failed: { readonly status: number };
}

export type Panel = 'choosing' | 'form' | 'thread' | 'list';
export type Emit = <K extends keyof OverlayEvents>(type: K, detail: OverlayEvents[K]) => void;

/** Listeners of one overlay. */
export interface Emitter {
  readonly emit: Emit;
  /** @returns what takes the handler away again. */
  on<K extends keyof OverlayEvents>(type: K, handler: (detail: OverlayEvents[K]) => void): () => void;
}

/** An error in a page's handler is the page's own: it is reported as one, and the overlay goes on. */
export function makeEmitter(): Emitter {
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
