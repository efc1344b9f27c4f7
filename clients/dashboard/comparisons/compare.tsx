import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useOrganization } from '../data/organization.ts';
import { fill } from '../i18n/languages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { pathOf } from '../ui/page-path.ts';
import { Failure, Pending } from '../ui/states.tsx';
import { CompareSnapshotsDocument, SnapshotPairDocument, StoredComparisonsDocument } from './comparison.generated.ts';
import { useLiveSnapshots } from './use-live-snapshots.ts';

/**
 * Compares two snapshots, after those that are being taken are completed, and opens the result.
 * Readers who may not compare get the stored result.
 */
export function Compare() {
  const { messages } = useApp();
  const { projectId } = useParams({ from: '/shell/projects/$projectId/compare' });
  const { before: baselineId, after: comparisonId } = useSearch({ from: '/shell/projects/$projectId/compare' });
  const navigate = useNavigate();
  const { can, organization } = useOrganization();
  const canCompare = can('snapshot.compare');
  const [pair, readPair] = useQuery({
    query: SnapshotPairDocument,
    variables: { before: baselineId, after: comparisonId },
  });
  useLiveSnapshots(projectId, () => readPair({ requestPolicy: 'network-only' }));
  const [{ data, error, fetching }, compare] = useMutation(CompareSnapshotsDocument);
  const [stored] = useQuery({
    query: StoredComparisonsDocument,
    variables: { snapshotId: comparisonId },
    pause: !organization || canCompare,
  });
  const found = stored.data?.comparisons?.nodes.find((each) => each.baselineId === baselineId);
  const resultId = data?.compareSnapshots.id ?? found?.id;
  const snapshots = [pair.data?.before, pair.data?.after];
  const isReady = snapshots.every((snapshot) => snapshot?.status === 'completed');
  const failed = snapshots.find((snapshot) => snapshot?.status === 'failed');

  const isStarted = useRef(false);
  useEffect(() => {
    if (!isReady || !canCompare || isStarted.current) return;
    isStarted.current = true;
    void compare({ baselineId, comparisonId });
  }, [isReady, canCompare, compare, baselineId, comparisonId]);
  useEffect(() => {
    if (!resultId) return;
    const params = { projectId, comparisonId: String(resultId) };
    void navigate({ to: '/projects/$projectId/comparisons/$comparisonId', params, replace: true });
  }, [resultId, navigate, projectId]);

  const back = (
    <Link to="/projects/$projectId/snapshots" params={{ projectId }} className={buttonClass('plain')}>
      {messages.snapshots}
    </Link>
  );
  if (failed) {
    return (
      <Notice title={messages.notComparable} isScreen>
        <p role="alert">{fill(messages.captureFailed, { reason: failed.error ?? '' })}</p>
        <p>{messages.captureAgainHint}</p>
        {back}
      </Notice>
    );
  }
  if (error && !fetching) {
    return (
      <Notice title={messages.notComparable} isScreen>
        <p role="alert">{failureText(error, messages)}</p>
        <Button kind="primary" onClick={() => void compare({ baselineId, comparisonId })}>
          {messages.retry}
        </Button>
        {back}
      </Notice>
    );
  }
  if (!pair.data) return pair.error ? <Failure because={pair.error} /> : <Pending />;
  if (!snapshots.every(Boolean) || (stored.data && !found)) {
    return (
      <Notice title={messages.noComparison} isScreen>
        <p>{snapshots.every(Boolean) ? messages.askToCompare : messages.noComparisonHint}</p>
        {back}
      </Notice>
    );
  }
  const waiting = snapshots.find((snapshot) => snapshot?.status === 'processing');
  return (
    <Notice title={messages.comparing} isScreen>
      <title>{`${messages.comparison} · ${messages.appName}`}</title>
      <progress aria-label={messages.comparing} />
      <p role="status">
        {waiting ? fill(messages.waitingForCapture, { page: pathOf(waiting.url) }) : messages.comparingHint}
      </p>
      {back}
    </Notice>
  );
}
