import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { ChangeDetails } from '../ui/change-details.tsx';
import { evidenceOf } from '../ui/evidence.ts';
import { Time } from '../ui/time.tsx';
import { ElementHistoryDocument } from './element-history.generated.ts';
import classes from './element-history.module.css';
import { Fixes } from './fixes.tsx';
import { ProofSlider } from './proof-slider.tsx';

/** Proof that the comment was done, and the looks of its element in captures, newest first. */
export default function ElementHistory({ id, projectId }: { id: string; projectId: string }) {
  const { messages, language } = useApp();
  const texts = useDeploymentTexts();
  const { can } = useOrganization();
  const [{ data }] = useQuery({ query: ElementHistoryDocument, variables: { id, pins: can('snapshot.read') } });
  const annotation = data?.annotation?.id === id ? data.annotation : undefined;
  const proof = annotation?.verdicts?.nodes.find(({ decision }) => decision === 'approved');
  const pins = annotation?.snapshotPins?.nodes ?? [];
  const changed = evidenceOf(proof?.evidence);
  return (
    <>
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
            {proof.isLiteralMet && <span data-tone="done">{texts.literalMet}</span>}
          </div>
          <p className={classes.hint}>
            {texts.approved} · <Time at={proof.createdAt} language={language} />
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
      {pins.length > 1 && (
        <section className={classes.section} aria-label={texts.history}>
          <h3>{texts.history}</h3>
          <ol className={classes.strip}>
            {pins.map(({ id: pinId, state, since, cropUrl, snapshot }) => {
              const look = (
                <>
                  <span className={classes.frame}>
                    {cropUrl ? (
                      <img src={cropUrl} alt="" loading="lazy" decoding="async" draggable={false} />
                    ) : (
                      messages[state === 'rebound' ? 'bound' : state]
                    )}
                  </span>
                  <span>
                    {snapshot && `${snapshot.viewport.width} px · `}
                    <Time at={since} language={language} />
                  </span>
                </>
              );
              return (
                <li key={pinId}>
                  {snapshot ? (
                    <Link
                      to="/projects/$projectId/pages/view"
                      params={{ projectId }}
                      search={{
                        url: snapshot.url,
                        environment: snapshot.environmentId ?? 'none',
                        width: snapshot.viewport.width,
                        snapshot: String(snapshot.id),
                      }}
                    >
                      {look}
                    </Link>
                  ) : (
                    look
                  )}
                </li>
              );
            })}
          </ol>
        </section>
      )}
    </>
  );
}
