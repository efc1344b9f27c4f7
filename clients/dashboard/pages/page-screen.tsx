import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { NeighborsContext } from '../data/neighbors.ts';
import { useOrganization } from '../data/organization.ts';
import { environmentKey, type PageViewSearch } from '../data/page-search.ts';
import { useAnnotationPages } from '../data/use-annotation-pages.ts';
import { useLiveAnnotations } from '../data/use-live.ts';
import { useToast } from '../data/use-toast.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useKeys } from '../keys/use-keys.ts';
import type { PictureHandle } from '../picture/pinned-picture.tsx';
import { widthsOf } from './choices-of.ts';
import { boxesOf, HeatBar, HeatLayer, useClicks } from './heat-map.tsx';
import { PageComments } from './page-comments.tsx';
import { PageHeader } from './page-header.tsx';
import classes from './page-screen.module.css';
import { PictureNotices, PicturePane } from './picture-pane.tsx';
import { sortComments } from './sort-comments.ts';
import { useCaptures } from './use-captures.ts';
import { useElements } from './use-elements.ts';
import { useMovePin } from './use-move-pin.ts';
import type { PageViewData } from './use-page-view.ts';
import { usePlacing } from './use-placing.ts';

interface Props {
  projectId: string;
  search: PageViewSearch;
  view: PageViewData;
  /** Title of the page, else its path. */
  name: string;
}

const UNRESOLVED = ['open', 'in_progress'] as const;
/** Changes after which pins are elsewhere. */
const MOVING = ['created', 'rebound', 'anchored', 'imported'];

/** Picture of a page beside its comments or the open thread. */
export function PageScreen({ projectId, search, view, name }: Props) {
  const { messages } = useApp();
  const { annotationId: selected } = useParams({ strict: false });
  const navigate = useNavigate();
  const toast = useToast();
  const { can } = useOrganization();
  const { page, picture, captures, newer } = view;
  const handle = useRef<PictureHandle>(null);
  const [hovered, setHovered] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const [{ data }] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  const names = useMemo(() => new Map(data?.environments?.nodes.map(({ id, name }) => [String(id), name])), [data]);

  const urls = view.shownUrl ? [view.shownUrl] : (page?.urls ?? [search.url]);
  const address = JSON.stringify(urls);
  const scope = useMemo(() => ({ projectId }), [projectId]);
  const filter = useMemo(
    () => ({ pages: JSON.parse(address) as string[], ...(!search.resolved && { statuses: UNRESOLVED }) }),
    [address, search.resolved],
  );
  const { comments, loadMore, fetchAgain } = useAnnotationPages(scope, filter);
  const moving = useMovePin(picture, offerCapture);
  const sorted = useMemo(() => sortComments(comments ?? [], picture, moving.moves), [comments, picture, moving.moves]);
  const placing = usePlacing(picture?.id);
  const { elements, hasFailed: hasNoElements } = useElements(
    placing.mode || search.heat === 'elements' ? (picture?.recordUrl ?? undefined) : undefined,
  );
  const { clicks, from, to } = useClicks(projectId, picture, search.heat !== undefined);
  const boxes = useMemo(
    () => (clicks && picture ? boxesOf(clicks, elements, picture.viewport.width) : []),
    [clicks, elements, picture],
  );

  const { capture, isCapturing } = useCaptures(projectId, view.readAgain, (done) => {
    const chosen = { environment: environmentKey(done), width: done.viewport.width };
    view.show(done, chosen);
    set({ ...chosen, snapshot: undefined });
  });
  useLiveAnnotations(scope, {
    onChange({ kind, annotation }) {
      if (MOVING.includes(kind)) view.readPicture();
      if (kind === 'created' && urls.includes(annotation.url)) {
        setAnnouncement(fill(messages.newComments, { text: annotation.content.slice(0, 120) }));
      }
    },
    onGap() {
      fetchAgain();
      view.readPicture();
    },
  });

  const set = (change: Partial<Record<keyof PageViewSearch, unknown>>) =>
    void navigate({ to: '.', search: { ...search, ...change } as PageViewSearch, replace: true });
  const open = (annotationId: string | undefined) => {
    const keep = { search: (previous: object) => previous as PageViewSearch, replace: true };
    if (!annotationId) {
      return void navigate({ to: '/projects/$projectId/pages/view', params: { projectId }, ...keep });
    }
    const params = { projectId, annotationId };
    return void navigate({ to: '/projects/$projectId/pages/view/comments/$annotationId', params, ...keep });
  };
  const order = [...sorted.pinned, ...sorted.moved].map(({ comment }) => comment.id);
  const all = [...order, ...[...sorted.lost, ...sorted.others].map(({ id }) => id)];
  const neighborOf = (ids: readonly string[], id: string | undefined, step: 1 | -1) => {
    const index = id ? ids.indexOf(id) : -1;
    return index < 0 ? ids.at(step === 1 ? 0 : -1) : ids[index + step];
  };
  const neighbors = {
    openNext: (id: string) => open(neighborOf(all, id, 1) ?? neighborOf(all, id, -1)),
    close: () => open(undefined),
  };

  function movePin(step: 1 | -1): void {
    const target = neighborOf(order, selected ?? hovered, step);
    if (!target) return;
    if (selected) open(target);
    handle.current?.showPin(target);
  }
  function stepWidth(step: 1 | -1): void {
    if (!picture) return;
    const environment = environmentKey(picture);
    const widths = widthsOf(captures, environment);
    const width = widths[widths.indexOf(picture.viewport.width) + step];
    if (width) set({ environment, width, snapshot: undefined });
  }
  async function captureNow(width = picture?.viewport.width ?? 1_440): Promise<void> {
    const { viewport, fullPage = true, waitForSelector, delay, hideSelectors, freeze } = picture ?? {};
    const reason = await capture({
      url: picture?.url ?? page?.url ?? search.url,
      viewport: { width, height: viewport?.height ?? 900, deviceScaleFactor: viewport?.deviceScaleFactor ?? 1 },
      fullPage,
      ...(picture && { waitForSelector, delay, hideSelectors, freeze }),
    });
    if (reason) toast(fill(messages.notSaved, { reason }), undefined, true);
  }
  function offerCapture(number: number): void {
    toast(fill(messages.pinMoved, { n: `#${number}` }), { label: messages.captureNow, run: () => void captureNow() });
  }
  const mayComment = can('annotation.create') && picture !== undefined;
  const mayMove = can('annotation.change') && picture !== undefined;
  const mayCapture = can('snapshot.create');
  useKeys({
    nextPin: () => movePin(1),
    previousPin: () => movePin(-1),
    moveLeft: () => stepWidth(-1),
    moveRight: () => stepWidth(1),
    heat: () => picture && set({ heat: search.heat ? undefined : 'points' }),
    back: () => (placing.mode ? placing.stop() : neighbors.close()),
    ...(mayComment && { comment: placing.startComment }),
  });

  return (
    <NeighborsContext value={neighbors}>
      <div className={classes.screen} data-thread={selected ? 'open' : 'closed'}>
        <PageHeader
          projectId={projectId}
          title={name}
          path={page?.path ?? search.url}
          captures={captures}
          picture={picture}
          dates={view.dates}
          names={names}
          search={search}
          isPlacing={placing.mode?.kind === 'comment'}
          isCapturing={isCapturing}
          onSearch={set}
          onDate={(id) => {
            const chosen = { environment: search.environment, width: search.width };
            const isLatest = id === view.dates[0]?.id;
            if (isLatest) view.show({ id }, chosen);
            set({ snapshot: isLatest ? undefined : id });
          }}
          onComment={mayComment ? placing.toggleComment : undefined}
          onCapture={mayCapture ? () => void captureNow() : undefined}
        />
        <section className={classes.pane} aria-label={messages.picture}>
          {picture && <PictureNotices picture={picture} placing={placing} hasNoElements={hasNoElements} />}
          {newer && (
            <div className={classes.newer}>
              <button type="button" onClick={() => view.show(newer, search)}>
                {messages.newCapture}
              </button>
            </div>
          )}
          {search.heat && picture && (
            <HeatBar
              projectId={projectId}
              heat={search.heat}
              clicks={clicks}
              views={view.page?.views ?? null}
              elementCount={boxes.length}
              from={from}
              to={to}
              onChange={(heat) => set({ heat })}
              onCapture={mayCapture ? (width) => void captureNow(width) : undefined}
            />
          )}
          <PicturePane
            ref={handle}
            projectId={projectId}
            view={view}
            name={name}
            isZoomed={search.zoom === true}
            comments={sorted}
            hovered={hovered}
            selected={selected}
            elements={elements}
            placing={placing}
            onHover={setHovered}
            onOpen={open}
            onMove={moving.move}
            onCommented={(id) => {
              placing.stop();
              view.readPicture();
              setHovered(id);
            }}
            onCapture={mayCapture && !isCapturing ? () => void captureNow() : undefined}
          >
            {search.heat && picture && clicks && (
              <HeatLayer picture={picture} heat={search.heat} clicks={clicks} boxes={boxes} />
            )}
          </PicturePane>
        </section>
        <section className={classes.side} aria-label={messages.comments} data-thread-panel="">
          {selected ? (
            <Outlet />
          ) : (
            <PageComments
              comments={sorted}
              isLoaded={comments !== undefined}
              takenAt={picture?.createdAt}
              hovered={hovered}
              onHover={setHovered}
              hasResolved={search.resolved === true}
              onResolved={(isShown) => set({ resolved: isShown ? true : undefined })}
              onRebind={mayMove ? placing.startMove : undefined}
              onConfirm={mayMove ? moving.confirm : undefined}
              onMore={loadMore}
            />
          )}
        </section>
        <p role="status" className={classes.hidden}>
          {announcement}
        </p>
      </div>
    </NeighborsContext>
  );
}
