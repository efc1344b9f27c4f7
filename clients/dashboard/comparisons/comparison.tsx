import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import { ReadComparisonDocument, SnapshotPairDocument } from './comparison.generated.ts';
import { Review } from './review.tsx';

/** A stored comparison with its two snapshots. */
export function ComparisonScreen() {
  const { messages } = useApp();
  const { projectId, comparisonId } = useParams({ from: '/shell/projects/$projectId/comparisons/$comparisonId' });
  const [{ data, error }] = useQuery({ query: ReadComparisonDocument, variables: { id: comparisonId } });
  const comparison = data?.comparison;
  const [pair] = useQuery({
    query: SnapshotPairDocument,
    variables: { before: String(comparison?.baselineId), after: String(comparison?.comparisonId) },
    pause: !comparison,
  });
  const { before, after } = pair.data ?? {};
  if (comparison && before && after) {
    return (
      <>
        <title>{`${messages.comparison} · ${messages.appName}`}</title>
        <Review key={comparison.id} comparison={comparison} before={before} after={after} />
      </>
    );
  }
  const isMissing = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND');
  const failure = error ?? pair.error;
  if (!isMissing) return failure ? <Failure because={failure} /> : <Pending />;
  return (
    <Notice title={messages.noComparison} isScreen>
      <p>{messages.noComparisonHint}</p>
      <Link to="/projects/$projectId/snapshots" params={{ projectId }} className={buttonClass('primary')}>
        {messages.snapshots}
      </Link>
    </Notice>
  );
}
