import { useDeploymentTexts } from '../i18n/deployments.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { isCovered, type ReportItem } from './report-items.ts';
import classes from './review-buttons.module.css';
import type { Review } from './use-review.ts';

/** Buttons that review what was asked for, what was not, or everything that has no decision. */
export function ReviewAll({ items, review }: { items: readonly ReportItem[]; review: Review }) {
  const texts = useDeploymentTexts();
  if (!review.mayReview) return null;
  const open = items.filter((item) => !review.decisionOf(item));
  const hasAsked = open.some((item) => isCovered(item, true));
  const hasUnasked = open.some((item) => isCovered(item, false));
  if (open.length === 0) return null;
  return (
    <>
      {hasUnasked && (
        <Button
          className={classes.all}
          onClick={() => review.decideAll(items, { decision: 'rejected', explained: false })}
        >
          {texts.rejectUnexplained} <kbd>⇧M</kbd>
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
      {hasAsked && (
        <Button
          kind="primary"
          className={classes.all}
          onClick={() => review.decideAll(items, { decision: 'approved', explained: true })}
        >
          {texts.approveExplained} <kbd>⇧Y</kbd>
        </Button>
      )}
    </>
  );
}
