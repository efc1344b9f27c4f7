import { useApp } from '../app-context.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { canResolve, isCovered, type ReportItem } from './report-items.ts';
import classes from './review-buttons.module.css';
import type { Review } from './use-review.ts';

/**
 * Buttons that resolve the comments whose change does what they say, reject what no comment names,
 * or approve everything that has no decision.
 */
export function ReviewAll({ items, review }: { items: readonly ReportItem[]; review: Review }) {
  const { language } = useApp();
  const texts = useDeploymentTexts();
  if (!review.mayReview) return null;
  const open = items.filter((item) => !review.decisionOf(item));
  const met = open.filter((item) => isCovered(item, true)).length;
  const left = open.filter((item) => canResolve(item) && !isCovered(item, true)).length;
  const hasOther = open.some((item) => isCovered(item, false));
  const number = new Intl.NumberFormat(language);
  if (open.length === 0) return null;
  return (
    <>
      {hasOther && (
        <Button
          className={classes.all}
          onClick={() => review.decideAll(items, { decision: 'rejected', explained: false })}
        >
          {texts.rejectOther} <kbd>⇧M</kbd>
        </Button>
      )}
      <ConfirmDialog
        label={texts.approveAll}
        title={texts.approveAll}
        hint={texts.approveAllHint}
        onConfirm={async () => {
          review.decideAll(items, { decision: 'approved' });
          return {};
        }}
      />
      {met > 0 && (
        <Button
          kind="primary"
          className={classes.all}
          onClick={() => review.decideAll(items, { decision: 'approved', explained: true })}
        >
          {fill(texts.approveMet, { n: number.format(met) })}
          {left > 0 && <span className={classes.left}> · {fill(texts.leftToPerson, { n: number.format(left) })}</span>}{' '}
          <kbd>⇧Y</kbd>
        </Button>
      )}
    </>
  );
}
