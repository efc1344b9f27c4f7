import { useState } from 'react';
import { preload } from 'react-dom';
import { useQuery } from 'urql';
import type { PageViewSearch } from '../data/page-search.ts';
import type { CaptureFragment } from '../graphql-types.generated.ts';
import { latestOf, newerThan } from './choices-of.ts';
import { CaptureDatesDocument, PageOfUrlDocument, PictureDocument } from './pages.generated.ts';

/**
 * A page and its shown capture. A capture that is completed meanwhile is offered, but does not
 * replace the one that is read.
 */
export function usePageView(projectId: string, { url, environment, width, snapshot, heat }: PageViewSearch) {
  const [{ data, error }, readPage] = useQuery({ query: PageOfUrlDocument, variables: { projectId, url } });
  const page = data?.pages?.nodes[0];
  const captures = page?.latestSnapshots ?? [];
  const latest = latestOf(captures, { url, environment, width });
  const choiceOf = (chosen: Pick<PageViewSearch, 'environment' | 'width'>) =>
    JSON.stringify([projectId, url, chosen.environment, chosen.width]);
  const choice = choiceOf({ environment, width });
  const [kept, setKept] = useState<{ choice: string; id: string }>();
  if (latest && kept?.choice !== choice) setKept({ choice, id: latest.id });
  const shownId = snapshot ?? (kept?.choice === choice ? kept.id : latest?.id);
  const capture = captures.find(({ id }) => id === shownId);
  // Loads the picture in parallel with its details.
  if (capture?.imageUrl) preload(capture.imageUrl, { as: 'image' });

  const [{ data: pictureData, error: pictureError }, readPicture] = useQuery({
    query: PictureDocument,
    variables: { id: shownId ?? '' },
    pause: shownId === undefined,
  });
  const picture = pictureData?.snapshot?.id === shownId ? pictureData?.snapshot : undefined;
  const [{ data: dateData }, readDates] = useQuery({
    query: CaptureDatesDocument,
    variables: { projectId, url: picture?.url ?? url, viewportWidth: picture?.viewport.width ?? 0 },
    pause: !picture,
  });
  const network = { requestPolicy: 'network-only' } as const;
  return {
    /** Undefined until it is loaded; null if there is no such page. */
    page: data ? (page ?? null) : undefined,
    captures,
    /** Address of the shown capture; undefined without one. */
    shownUrl: picture?.url ?? capture?.url,
    picture: picture ?? undefined,
    /**
     * Shown until the details of the picture are loaded. The heat map has a bar above the picture,
     * which needs them.
     */
    capture: capture?.imageUrl && !heat ? capture : undefined,
    /** Captures of the same address and width, the newest first. */
    dates: dateData?.snapshots?.data ?? [],
    newer: picture && !snapshot ? newerThan(picture, captures) : undefined,
    error,
    isPictureMissing: Boolean(pictureError && !picture) || pictureData?.snapshot === null,
    /** Shows a capture for a state of the address, instead of the one that was the latest. */
    show: ({ id }: Pick<CaptureFragment, 'id'>, chosen: Pick<PageViewSearch, 'environment' | 'width'>) =>
      setKept({ choice: choiceOf(chosen), id }),
    readPicture: () => readPicture(network),
    readAgain() {
      readPage(network);
      if (picture) readDates(network);
    },
  };
}

export type PageViewData = ReturnType<typeof usePageView>;
export type Picture = NonNullable<PageViewData['picture']>;
