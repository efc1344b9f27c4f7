import { type Annotation, readAnnotation } from './annotation.ts';
import type { Api } from './api.ts';
import type { OverlayConfig } from './config.ts';
import { Failure } from './failure.ts';
import { type Change, followLive } from './live.ts';

/** The present page's annotations, kept up to date. */
export interface Feed {
  /** Adds or replaces one, ahead of the service's own report. */
  put(annotation: Annotation): void;
  /** Fetches the list again. */
  reload(): void;
  /** Forgets what is known and starts over: the address shows another page. */
  restart(): void;
}

/** What to do with a feed's news. */
export interface FeedHandlers {
  onAnnotations(annotations: readonly Annotation[]): void;
  /** The list could not be fetched; null once it could again. What was known before stays. */
  onFailure(failure: Failure | null): void;
}

/** Fetches the list, then follows changes until the signal. */
export function openFeed(config: OverlayConfig, api: Api, handlers: FeedHandlers, signal: AbortSignal): Feed {
  let known = new Map<string, Annotation>();
  let missed: Change[] | null = null;
  let latest = 0;
  const publish = () => handlers.onAnnotations([...known.values()]);

  const apply = ({ kind, annotation }: Change) => {
    const read = readAnnotation(annotation);
    if (read && kind === 'deleted') known.delete(read.id);
    else if (read) known.set(read.id, read);
  };

  const reload = async () => {
    const mine = ++latest;
    missed = [];
    try {
      const list = await api.list(location.href);
      if (mine !== latest || signal.aborted) return;
      known = new Map(list.map((annotation) => [annotation.id, annotation]));
      // The list may have been read before these happened; each is whole, so applying one twice does no harm.
      missed.forEach(apply);
      handlers.onFailure(null);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (mine !== latest || signal.aborted) return;
      handlers.onFailure(error);
    }
    missed = null;
    publish();
  };

  const onChange = (change: Change) => {
    if (change.kind === 'imported' || !readAnnotation(change.annotation)) return void reload();
    missed?.push(change);
    apply(change);
    publish();
  };

  const startLive = followLive(config, { onGap: reload, onChange }, signal);
  return {
    put(annotation) {
      known.set(annotation.id, annotation);
      publish();
    },
    reload,
    restart() {
      latest++;
      known.clear();
      publish();
      startLive();
    },
  };
}
