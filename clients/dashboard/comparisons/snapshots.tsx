import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useOrganization } from '../data/organization.ts';
import { useToast } from '../data/use-toast.ts';
import type { SnapshotCardFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useKeys } from '../keys/use-keys.ts';
import { Button } from '../ui/button.tsx';
import { CaptureDialog, type CaptureOrder } from '../ui/capture-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import { SnapshotCard } from './snapshot-card.tsx';
import { SnapshotFilters } from './snapshot-filters.tsx';
import { OrderCaptureDocument, SnapshotsDocument } from './snapshots.generated.ts';
import classes from './snapshots.module.css';
import { useLiveSnapshots } from './use-live-snapshots.ts';

/** Snapshots that are loaded at a time, and the most that the service returns. */
const PAGE = 24;
const MOST = 500;

/** Snapshots of a project. The user chooses two for a comparison. */
export function Snapshots() {
  const { messages } = useApp();
  const { projectId } = useParams({ from: '/shell/projects/$projectId/snapshots' });
  const search = useSearch({ from: '/shell/projects/$projectId/snapshots' });
  const navigate = useNavigate();
  const { can } = useOrganization();
  const [first, setFirst] = useState(PAGE);
  const [chosen, setChosen] = useState<readonly SnapshotCardFragment[]>([]);
  const captureButton = useRef<HTMLButtonElement>(null);
  const toast = useToast();
  const [, run] = useMutation(OrderCaptureDocument);
  const [{ data, error }, read] = useQuery({
    query: SnapshotsDocument,
    variables: {
      projectId,
      first,
      url: search.page,
      environmentId: search.environment,
      viewportWidth: search.width,
      status: search.state,
    },
  });
  useLiveSnapshots(projectId, () => read({ requestPolicy: 'network-only' }));

  const compare = (pair: readonly SnapshotCardFragment[]) => {
    const [before, after] = [...pair].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    if (!before || !after) return;
    const ids = { before: String(before.id), after: String(after.id) };
    void navigate({ to: '/projects/$projectId/compare', params: { projectId }, search: ids });
  };
  const toggle = (snapshot: SnapshotCardFragment) => {
    const others = chosen.filter(({ id }) => id !== snapshot.id);
    setChosen(others.length < chosen.length ? others : [...others, snapshot].slice(-2));
  };
  const order = async (page: CaptureOrder): Promise<string | undefined> => {
    const { error: reason } = await run({ projectId, ...page });
    if (reason) return failureText(reason, messages);
    toast(messages.captureOrdered);
    return undefined;
  };
  useKeys({
    compare: () => compare(chosen),
    back: () => setChosen([]),
    ...(can('snapshot.create') && { capture: () => captureButton.current?.click() }),
  });

  const snapshots = data?.project?.id === projectId ? data.project.snapshots : undefined;
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Screen
      title={messages.snapshots}
      filters={
        <SnapshotFilters
          projectId={projectId}
          search={search}
          onChange={(next) => void navigate({ to: '.', search: next, replace: true })}
        />
      }
      actions={
        can('snapshot.create') && (
          <CaptureDialog ref={captureButton} projectId={projectId} page={search.page} kind="primary" order={order} />
        )
      }
    >
      {!snapshots && (error ? <Failure because={error} /> : <Pending />)}
      {snapshots?.nodes.length === 0 && (
        <Notice title={isFiltered ? messages.noSnapshotsMatch : messages.noSnapshots}>
          {isFiltered ? (
            <Button onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
              {messages.clearFilters}
            </Button>
          ) : (
            <p>{messages.noSnapshotsHint}</p>
          )}
        </Notice>
      )}
      {snapshots && snapshots.nodes.length > 0 && (
        <div className={classes.scroll}>
          <ul className={classes.grid} aria-label={messages.snapshots}>
            {snapshots.nodes.map((snapshot, index) => (
              <SnapshotCard
                key={snapshot.id}
                snapshot={snapshot}
                isChosen={chosen.some(({ id }) => id === snapshot.id)}
                previous={previousOf(snapshot, snapshots.nodes.slice(index + 1))}
                onToggle={() => toggle(snapshot)}
              />
            ))}
          </ul>
          {snapshots.pageInfo.hasNextPage && first < MOST && (
            <Button className={classes.more} onClick={() => setFirst(Math.min(MOST, first + PAGE))}>
              {messages.showMore}
            </Button>
          )}
        </div>
      )}
      {chosen.length > 0 && (
        <section className={classes.bar} aria-label={messages.compare}>
          <span role="status">
            {chosen.length === 1 ? messages.chooseSecond : fill(messages.selected, { n: chosen.length })}
          </span>
          <Button onClick={() => setChosen([])}>{messages.cancel}</Button>
          <Button kind="primary" disabled={chosen.length < 2} onClick={() => compare(chosen)}>
            {messages.compare}
          </Button>
        </section>
      )}
    </Screen>
  );
}

/** The newest completed snapshot before this one of the same page, viewport and scale. */
function previousOf(snapshot: SnapshotCardFragment, older: readonly SnapshotCardFragment[]) {
  const keyOf = ({ url, fullPage, viewport: { width, deviceScaleFactor } }: SnapshotCardFragment) =>
    JSON.stringify([url, fullPage, width, deviceScaleFactor]);
  return older.find((other) => other.status === 'completed' && keyOf(other) === keyOf(snapshot));
}
