import { useApp } from '../app-context.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { Button } from '../ui/button.tsx';
import { canResolve, type ReportItem } from './report-items.ts';
import classes from './review-buttons.module.css';
import type { Review } from './use-review.ts';

/** Decision about an item, and the buttons that make or undo it. */
export function ReviewButtons({ item, review }: { item: ReportItem; review: Review }) {
  const { messages } = useApp();
  const texts = useDeploymentTexts();
  const decision = review.decisionOf(item);
  if (!decision && !review.mayReview) return null;
  return (
    <div className={classes.buttons}>
      {decision && (
        <span role="status" className={classes.decision} data-decision={decision}>
          {texts[decision]}
        </span>
      )}
      {decision && review.mayReview && (
        <Button onClick={() => review.undo(item)}>
          {messages.undo} <kbd>U</kbd>
        </Button>
      )}
      {!decision && (
        <>
          <Button onClick={() => review.decide(item, 'rejected')}>
            {texts.reject} <kbd>M</kbd>
          </Button>
          <Button onClick={() => review.decide(item, 'approved')}>
            {canResolve(item) ? texts.approveResolve : texts.approve} <kbd>Y</kbd>
          </Button>
        </>
      )}
    </div>
  );
}
