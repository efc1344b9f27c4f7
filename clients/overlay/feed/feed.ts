import { pageAddress } from '../../shared/page/page-address.ts';
import type { OverlayConfig } from '../public-api/config.ts';
import { Failure } from '../service/failure.ts';
import { isRecord } from '../service/is-record.ts';
import type { RequestList } from '../service/request.ts';
import { type Change, followLive } from './live-stream.ts';

/** A public annotation as the service sent it. */
export type RawAnnotation = Readonly<Record<string, unknown>> & { readonly id: string };

/** The present page's annotations, kept up to date. */
export interface Feed {
  /** Adds or replaces one, ahead of the service's own report. */
  put(annotation: unknown): void;
  /** Fetches the list again. */
  reload(): void;
  /** Starts over: the address changed. What is known is forgotten at once where another path is shown, else when the list arrives. */
  restart(): void;
}

/** What to do with a feed's news. */
export interface FeedHandlers {
  onAnnotations(annotations: readonly RawAnnotation[]): void;
  /** The list could not be fetched; null once it could again. What was known before stays. */
  onFailure(failure: Failure | null): void;
}

/** Fetches the list, then follows changes until the signal. */
export function openFeed(config: OverlayConfig, read: RequestList, handlers: FeedHandlers, signal: AbortSignal): Feed {
  let known = new Map<string, RawAnnotation>();
  let missed: (() => void)[] | null = null;
  let latest = 0;
  let path = pagePath();
  const publish = () => handlers.onAnnotations([...known.values()]);

  const apply = (step: () => void) => {
    missed?.push(step);
    step();
    publish();
  };
  const list = async () => {
    const path = `/annotations/project/${encodeURIComponent(config.key)}/public?url=${encodeURIComponent(location.href)}`;
    return (await read(path)).filter(isAnnotation);
  };

  const reload = async () => {
    const mine = ++latest;
    missed = [];
    try {
      const annotations = await list();
      if (mine !== latest || signal.aborted) return;
      known = new Map(annotations.map((annotation) => [annotation.id, annotation]));
      // The list may have been read before these happened; each is whole, so applying one twice does no harm.
      for (const step of missed) step();
      handlers.onFailure(null);
    } catch (error) {
      if (mine !== latest || signal.aborted) return;
      // What else is thrown comes of a page that changed what its scripts use: no answer was got either.
      handlers.onFailure(error instanceof Failure ? error : new Failure(0));
    }
    missed = null;
    publish();
  };
  /** What an answer leaves out, such as a member's answer the replies, stays as it was; what is older than what is known does nothing. */
  const put = (annotation: RawAnnotation) =>
    apply(() => {
      const before = known.get(annotation.id);
      if (!before || changedAt(annotation) >= changedAt(before)) known.set(annotation.id, { ...before, ...annotation });
    });

  const onChange = ({ kind, annotation }: Change) => {
    if (kind === 'imported' || !isAnnotation(annotation)) return void reload();
    if (kind === 'deleted') apply(() => known.delete(annotation.id));
    else put(annotation);
  };

  const startLive = followLive(config, { onGap: reload, onChange }, signal);
  return {
    put: (annotation) => (isAnnotation(annotation) ? put(annotation) : void reload()),
    reload,
    restart() {
      latest++;
      if (path !== pagePath()) {
        path = pagePath();
        known.clear();
        publish();
      }
      startLive();
    },
  };
}

/** The page's address without what says how it is shown. */
const pagePath = () => pageAddress().replace(/\?[^#]*/g, '');

/** Says whether the service sent an annotation. */
export function isAnnotation(value: unknown): value is RawAnnotation {
  return isRecord(value) && typeof value.id === 'string';
}

/** Milliseconds since 1970. */
const changedAt = ({ updatedAt }: RawAnnotation): number => Date.parse(String(updatedAt)) || 0;
