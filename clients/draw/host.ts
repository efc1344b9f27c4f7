/**
 * Messages between the overlay and the frame, each an object with `draw`. The frame has no session
 * and sends no request; it returns the picture to the window that gave it.
 */

/** The picture that the overlay gives. */
export interface Task {
  readonly picture: Blob | ImageBitmap;
  /** Largest result, bytes. */
  readonly limit: number;
}

/** The picture in the forms that the overlay needs. */
export interface Result {
  readonly picture: Blob;
  readonly url: string;
  readonly bitmap: ImageBitmap;
  /** In the resolution in which it was drawn, to draw on it again. */
  readonly full: ImageBitmap;
}

/** The window that frames this page. */
export interface Host {
  readonly task: Task;
  /** Returns the picture; null if nothing was changed. */
  finish(picture: Result | null): void;
}

const MAX_LIMIT = 50_000_000;

/** Reads a message of the overlay; null unless it has exactly the expected members. */
function readTask(data: unknown): Task | null {
  if (typeof data !== 'object' || data === null) return null;
  const { draw, picture, limit, ...others } = data as Record<string, unknown>;
  const isPicture = picture instanceof Blob || picture instanceof ImageBitmap;
  const isLimit = typeof limit === 'number' && limit > 0 && limit <= MAX_LIMIT;
  const isValid = draw === 'open' && isPicture && isLimit;
  return isValid && Object.keys(others).length === 0 ? { picture, limit } : null;
}

/** Waits for the picture. Ignores later messages, and those of other windows than the parent. */
export function connectHost(): Promise<Host> {
  const { parent } = window;
  return new Promise((resolve) => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      const task = source === parent && source !== window ? readTask(data) : null;
      if (!task) return;
      window.removeEventListener('message', onMessage);
      // Pages without an origin of their own, such as sandboxed ones, cannot be named.
      const target = origin === 'null' ? '*' : origin;
      resolve({ task, finish: (result) => parent.postMessage({ draw: 'done', ...result }, target) });
    };
    window.addEventListener('message', onMessage);
    // The only message that is sent to any origin.
    parent.postMessage({ draw: 'ready' }, '*');
  });
}
