import { pageAddress, storedAddress } from '../../shared/page/page-address.ts';
import type { OverlayConfig } from '../public-api/config.ts';
import type { ListRequest } from '../service/request.ts';
import { failedWith, isRequestError, type RequestError } from '../service/request-error.ts';
import { isAnnotation, type RawAnnotation } from './annotation.ts';
import { type LiveChange, openLiveStream } from './live-stream.ts';

/** The annotations of the current page, kept up to date. */
export interface Feed {
  /** Adds or replaces an annotation before the service reports it. */
  put(annotation: unknown): void;
  /**
   * Fetches the list again.
   *
   * @returns false if it could not be fetched, or another request for it was sent meanwhile.
   */
  reload(): Promise<boolean>;
  /**
   * Starts over after a change of the address. Known annotations are dropped at once when the path
   * differs, otherwise when the new list arrives.
   */
  restart(): void;
}

export interface FeedHandlers {
  onAnnotations(annotations: readonly RawAnnotation[]): void;
  /** Reports that the list could not be fetched; null once it could. Known annotations stay. */
  onFailure(failure: RequestError | null): void;
}

/** Fetches the list and follows its changes until the signal. */
export function openFeed(
  config: OverlayConfig,
  requestList: ListRequest,
  handlers: FeedHandlers,
  signal: AbortSignal,
): Feed {
  let known = new Map<string, RawAnnotation>();
  /** Changes since the request for the list was sent; null when none is in flight. */
  let changesSinceRequest: (() => void)[] | null = null;
  let latestRequest = 0;
  let path = pagePath();
  const publish = () => handlers.onAnnotations([...known.values()]);

  const apply = (change: () => void) => {
    changesSinceRequest?.push(change);
    change();
    publish();
  };
  const fetchList = async () => {
    const project = encodeURIComponent(config.key);
    const url = encodeURIComponent(storedAddress());
    // A page without an address that can be stored has no comments.
    if (!url) return [];
    return (await requestList(`/annotations/project/${project}/public?url=${url}`)).filter(isAnnotation);
  };

  const reload = async () => {
    const id = ++latestRequest;
    let failure: RequestError | null;
    changesSinceRequest = [];
    try {
      const annotations = await fetchList();
      if (id !== latestRequest || signal.aborted) return false;
      known = new Map(annotations.map((annotation) => [annotation.id, annotation]));
      // The list may be older than these changes. Applying a change twice is harmless.
      for (const change of changesSinceRequest) change();
      failure = null;
    } catch (error) {
      if (id !== latestRequest || signal.aborted) return false;
      // Other errors come from pages that replaced built-ins; they too mean that no list arrived.
      failure = isRequestError(error) ? error : failedWith(0);
    }
    handlers.onFailure(failure);
    changesSinceRequest = null;
    publish();
    return !failure;
  };
  /**
   * Keeps fields that the given object leaves out (members' responses have no replies); ignores
   * older versions.
   */
  const put = (annotation: RawAnnotation) =>
    apply(() => {
      const before = known.get(annotation.id);
      if (!before || updatedAt(annotation) >= updatedAt(before)) known.set(annotation.id, { ...before, ...annotation });
    });

  const onChange = ({ kind, annotation }: LiveChange) => {
    if (kind === 'imported' || !isAnnotation(annotation)) return void reload();
    if (kind === 'deleted') apply(() => known.delete(annotation.id));
    else put(annotation);
  };

  const restartStream = openLiveStream(config, { onGap: reload, onChange }, signal);
  return {
    put: (annotation) => (isAnnotation(annotation) ? put(annotation) : void reload()),
    reload,
    restart() {
      latestRequest++;
      if (path !== pagePath()) {
        path = pagePath();
        known.clear();
        publish();
      }
      restartStream();
    },
  };
}

/** The page's address without its query, which often holds view state. */
const pagePath = () => pageAddress().replace(/\?[^#]*/g, '');

/** Milliseconds since 1970. */
const updatedAt = (annotation: RawAnnotation): number => Date.parse(String(annotation.updatedAt)) || 0;
