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
  let missed: (() => void)[] | null = null;
  let latest = 0;
  const publish = () => handlers.onAnnotations([...known.values()]);

  const apply = (step: () => void) => {
    missed?.push(step);
    step();
    publish();
  };

  const reload = async () => {
    const mine = ++latest;
    missed = [];
    try {
      const list = await api.list(location.href);
      if (mine !== latest || signal.aborted) return;
      known = new Map(list.map((annotation) => [annotation.id, annotation]));
      // The list may have been read before these happened; each is whole, so applying one twice does no harm.
      for (const step of missed) step();
      handlers.onFailure(null);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (mine !== latest || signal.aborted) return;
      handlers.onFailure(error);
    }
    missed = null;
    publish();
  };

  const onChange = ({ kind, annotation }: Change) => {
    const read = readAnnotation(annotation);
    if (kind === 'imported' || !read) return void reload();
    apply(() => (kind === 'deleted' ? known.delete(read.id) : known.set(read.id, read)));
  };

  const startLive = followLive(config, { onGap: reload, onChange }, signal);
  return {
    put: (annotation) => apply(() => known.set(annotation.id, annotation)),
    reload,
    restart() {
      latest++;
      known.clear();
      publish();
      startLive();
    },
  };
}
