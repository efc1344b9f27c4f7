import { useDeploymentTexts } from '../i18n/deployments.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { isUnexplained, type ReportItem } from './report-items.ts';
import classes from './review-buttons.module.css';
import type { Review } from './use-review.ts';

/** Buttons that review what was asked for, what was not, or everything that has no decision. */
export function ReviewAll({ items, review }: { items: readonly ReportItem[]; review: Review }) {
  const texts = useDeploymentTexts();
  if (!review.mayReview) return null;
  const open = items.filter((item) => !review.decisionOf(item));
  const asked = open.filter(({ group }) => group === 'asked');
  const unasked = open.filter(isUnexplained);
  if (open.length === 0) return null;
  return (
    <>
      {unasked.length > 0 && (
        <Button
          className={classes.all}
          onClick={() => review.decideAll(unasked, { decision: 'rejected', explained: false })}
        >
          {texts.rejectUnexplained} <kbd>⇧M</kbd>
        </Button>
      )}
      <ConfirmDialog
        label={texts.approveAll}
        title={texts.approveAll}
        hint={texts.approveAllHint}
        onConfirm={async () => {
          review.decideAll(open, { decision: 'approved' });
          return {};
        }}
      />
      {asked.length > 0 && (
        <Button
          kind="primary"
          className={classes.all}
          onClick={() => review.decideAll(asked, { decision: 'approved', explained: true })}
        >
          {texts.approveExplained} <kbd>⇧Y</kbd>
        </Button>
      )}
    </>
  );
}
