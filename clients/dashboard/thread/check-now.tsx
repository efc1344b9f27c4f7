import { Check, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useOrganization } from '../data/organization.ts';
import type { FixVerdictQuery } from '../graphql-types.generated.ts';
import { type DeploymentMessages, useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { Button } from '../ui/button.tsx';
import { ChangeDetails } from '../ui/change-details.tsx';
import { evidenceOf } from '../ui/evidence.ts';
import { useReport } from '../ui/report.ts';
import { FixVerdictDocument, ResolveWithProofDocument, VerifyFixDocument } from './check-now.generated.ts';
import classes from './check-now.module.css';
import history from './element-history.module.css';

type Verdict = NonNullable<FixVerdictQuery['fixVerdict']>;

/** Milliseconds between readings of a verdict whose page is being captured. */
const POLL_INTERVAL = 2_000;

/**
 * Captures the page of an open comment, says what happened to its element, and resolves with it.
 */
export function CheckNow({ id }: { id: string }) {
  const { messages } = useApp();
  const texts = useDeploymentTexts();
  const report = useReport();
  const [, verify] = useMutation(VerifyFixDocument);
  const [snapshotId, setSnapshotId] = useState<string>();
  const variables = { id, snapshotId: snapshotId ?? '' };
  const [{ data, error, fetching }, read] = useQuery({ query: FixVerdictDocument, variables, pause: !snapshotId });
  const found = data?.fixVerdict?.snapshotId === snapshotId ? data?.fixVerdict : undefined;
  const isChecking = snapshotId !== undefined && !error && !found?.verdict;

  useEffect(() => {
    // A reading that another one replaces is aborted, so that a slow one must end first.
    if (!isChecking || fetching) return undefined;
    const timer = setTimeout(() => read({ requestPolicy: 'network-only' }), POLL_INTERVAL);
    return () => clearTimeout(timer);
  }, [isChecking, fetching, read]);

  const check = async () => {
    const result = await verify({ id });
    report(result);
    if (result.data) setSnapshotId(String(result.data.verifyFix.id));
  };
  return (
    <section className={history.section} aria-label={texts.checkPage}>
      <div className={classes.head}>
        <h3>{texts.checkPage}</h3>
        <Button onClick={() => void check()} disabled={isChecking}>
          <RefreshCw size={14} aria-hidden="true" />
          {texts.checkNow}
        </Button>
      </div>
      <div aria-live="polite" className={classes.result}>
        {isChecking && <p className={history.hint}>{texts.checking}</p>}
        {error && <p>{failureText(error, messages)}</p>}
        {found?.verdict && <Result id={id} found={found} />}
      </div>
    </section>
  );
}

function Result({ id, found }: { id: string; found: Verdict }) {
  const { messages } = useApp();
  const texts = useDeploymentTexts();
  const report = useReport();
  const { can } = useOrganization();
  const [{ fetching }, resolve] = useMutation(ResolveWithProofDocument);
  const { verdict, evidence, beforeUrl, afterUrl } = found;
  const changed = verdict === 'changed' ? evidenceOf(evidence) : undefined;
  const verdictId = verdict === 'changed' || verdict === 'gone' ? found.id : null;
  const pictures = [
    [messages.before, beforeUrl],
    [messages.after, afterUrl],
  ] as const;
  return (
    <>
      <p>{sentence(found, texts)}</p>
      {verdictId && (
        <div className={history.pair}>
          {pictures.map(
            ([label, url]) =>
              url && (
                <figure key={label}>
                  <span className={history.frame}>
                    <img src={url} alt={label} decoding="async" draggable={false} />
                  </span>
                  <figcaption>{label}</figcaption>
                </figure>
              ),
          )}
        </div>
      )}
      {changed && (
        <div className={history.changes}>
          <ChangeDetails element={changed} />
        </div>
      )}
      {verdictId && can('annotation.change') && (
        <div className={classes.resolve}>
          <Button
            kind="primary"
            disabled={fetching}
            onClick={() => void resolve({ id, verdictId: String(verdictId) }).then((result) => report(result))}
          >
            <Check size={16} aria-hidden="true" />
            {texts.resolveWithProof}
          </Button>
          <span className={history.hint}>{texts.resolveWithProofHint}</span>
        </div>
      )}
    </>
  );
}

function sentence({ verdict, effect, reason }: Verdict, texts: DeploymentMessages): string {
  if (verdict === 'unknown' || verdict === null) {
    return fill(texts.check_unknown, { reason: texts[`reason_${reason}` as 'reason_no_pin'] ?? '' });
  }
  if (effect === 'went_back') return texts.check_regressed;
  return effect === 'does_it' ? texts.met : texts[`check_${verdict}`];
}
