import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { ChangeDetails } from '../ui/change-details.tsx';
import { evidenceOf } from '../ui/evidence.ts';
import { Time } from '../ui/time.tsx';
import { CheckNow } from './check-now.tsx';
import { ElementHistoryDocument } from './element-history.generated.ts';
import classes from './element-history.module.css';
import { Fixes } from './fixes.tsx';
import { LastPlace } from './last-place.tsx';
import { ProofSlider } from './proof-slider.tsx';
import { Timeline } from './timeline.tsx';

interface Props {
  id: string;
  projectId: string;
  /** Whether the element is not on the page any more. */
  isOrphan: boolean;
}

/**
 * Last place of a missing element, proof of its fix, its state by environment, and its timeline.
 */
export default function ElementHistory({ id, projectId, isOrphan }: Props) {
  const { messages, language } = useApp();
  const texts = useDeploymentTexts();
  const { can } = useOrganization();
  const [{ data }] = useQuery({ query: ElementHistoryDocument, variables: { id, pins: can('snapshot.read') } });
  const annotation = data?.annotation?.id === id ? data.annotation : undefined;
  const proof = annotation?.proof;
  const changed = evidenceOf(proof?.evidence);
  return (
    <>
      {isOrphan && can('snapshot.read') && <LastPlace id={id} projectId={projectId} />}
      {proof && (proof.beforeUrl || proof.afterUrl) && (
        <section className={classes.section} aria-label={texts.proof}>
          <h3>{texts.proof}</h3>
          {proof.beforeUrl && proof.afterUrl ? (
            <ProofSlider before={proof.beforeUrl} after={proof.afterUrl} />
          ) : (
            <img
              className={classes.only}
              src={proof.beforeUrl ?? proof.afterUrl ?? ''}
              alt={proof.beforeUrl ? messages.before : messages.after}
            />
          )}
          <div className={classes.changes}>
            {proof.verdict === 'gone' && <span>{messages.changeRemoved}</span>}
            {changed && <ChangeDetails element={changed} />}
            {proof.isLiteralMet && !proof.isDisputed && <span data-tone="done">{texts.literalMet}</span>}
          </div>
          {proof.isDisputed && (
            <p className={classes.disputed}>
              {proof.answer === 'wrong' ? texts.disputedByReporter : texts.disputedByReturn}
            </p>
          )}
          <p className={classes.hint}>
            {proof.resolvedAt ? texts.resolvedWithProof : texts.approved} ·{' '}
            <Time at={proof.createdAt} language={language} />
            {proof.otherChangeCount > 0 && ` · ${fill(texts.otherChanges, { n: proof.otherChangeCount })}`}
          </p>
        </section>
      )}
      {annotation && (
        <Fixes
          projectId={projectId}
          number={annotation.number}
          fixes={annotation.fixes}
          guards={annotation.guards?.nodes ?? []}
        />
      )}
      {annotation && annotation.status !== 'resolved' && can('snapshot.create') && <CheckNow key={id} id={id} />}
      <Timeline projectId={projectId} entries={annotation?.timeline?.nodes ?? []} />
    </>
  );
}
