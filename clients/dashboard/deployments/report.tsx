import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import type { ReportSearch } from '../data/deployment-search.ts';
import type { ReportFragment } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { useKeys } from '../keys/use-keys.ts';
import { pathOf } from '../ui/page-path.ts';
import classes from './report.module.css';
import { ReportHeader } from './report-header.tsx';
import { ReportItemCard } from './report-item-card.tsx';
import { type ReportItem, sectionsOf } from './report-items.ts';
import { FailedCaptures, RestOfReport } from './rest-of-report.tsx';
import { ReviewAll } from './review-all.tsx';
import { Tiles } from './tiles.tsx';
import { type Decision, useReview } from './use-review.ts';

interface Props {
  deployment: ReportFragment;
  /** Fetches the report again. */
  onChange(): void;
}

/**
 * Changes of a deployment, grouped by what they do for comments. Group and selected item are in the
 * address.
 */
export function Report({ deployment, onChange }: Props) {
  const texts = useDeploymentTexts();
  const { show, item: selected } = useSearch({ from: '/shell/projects/$projectId/deployments/$deploymentId' });
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const sections = useMemo(() => sectionsOf(deployment), [deployment]);
  const shown = sections.filter(({ group }) => show === undefined || group === show);
  const items = shown.flatMap((section) => section.items);
  const { projectId, counts, status, changes } = deployment;
  const all = sections.flatMap((section) => section.items);
  const review = useReview(deployment, onChange);
  const current = items.find(({ key }) => key === selected);

  const update = (next: ReportSearch) =>
    void navigate({ to: '.', search: (previous: ReportSearch) => ({ ...previous, ...next }), replace: true });
  const focus = (key: string | undefined) =>
    scroller.current?.querySelector<HTMLElement>(`[data-item="${key}"]`)?.focus({ preventScroll: false });
  const step = (by: 1 | -1) => {
    const index = items.findIndex(({ key }) => key === selected);
    const next = index === -1 ? (by === 1 ? 0 : items.length - 1) : (index + by + items.length) % items.length;
    focus(items[next]?.key);
  };
  const first = useRef(selected);
  useEffect(() => {
    // An address leads to its item.
    scroller.current?.querySelector(`[data-item="${first.current}"]`)?.scrollIntoView({ block: 'center' });
  }, []);
  // The next item without a decision follows.
  const decide = (item: ReportItem, decision: Decision) => {
    const start = items.indexOf(item) + 1;
    const next = [...items.slice(start), ...items.slice(0, start)].find(
      (other) => other !== item && !review.decisionOf(other),
    );
    review.decide(item, decision);
    focus(next?.key);
  };
  useKeys({
    nextChange: () => step(1),
    previousChange: () => step(-1),
    ...(current && {
      approve: () => decide(current, 'approved'),
      reject: () => decide(current, 'rejected'),
      undoReview: () => review.undo(current),
    }),
    approveExplained: () => review.decideAll(all, { decision: 'approved', explained: true }),
    rejectUnexplained: () => review.decideAll(all, { decision: 'rejected', explained: false }),
    back: () => void navigate({ to: '/projects/$projectId/deployments', params: { projectId } }),
  });

  const isRunning = status === 'queued' || status === 'running';
  return (
    <div className={classes.screen}>
      <ReportHeader deployment={deployment}>
        <ReviewAll items={all} review={review} />
      </ReportHeader>
      <div ref={scroller} className={classes.scroll}>
        <div className={classes.content}>
          <Tiles counts={counts} show={show} onShow={(next) => update({ show: next })} />
          {deployment.replacedById && <p className={classes.nothing}>{texts.replacedReport}</p>}
          <FailedCaptures deployment={deployment} onChange={onChange} />
          {sections.length === 0 && (
            <p className={classes.nothing}>
              {isRunning
                ? texts.nothingYet
                : counts.captures === counts.newBaselines
                  ? texts.firstCaptures
                  : texts.equal}
            </p>
          )}
          {shown.map(({ group, place, items: own }) => (
            <section key={`${group} ${place?.id}`} className={classes.section}>
              <h2 className={classes.heading}>
                {texts[group]}
                {group === 'other' && (
                  <span className={classes.place}>
                    {place ? `${pathOf(place.url)} · ${place.viewport.width} px` : texts.severalPages}
                  </span>
                )}
              </h2>
              {own.map((item) => (
                <ReportItemCard
                  key={item.key}
                  item={item}
                  deployment={deployment}
                  isSelected={item.key === selected}
                  review={review}
                  onSelect={() => item.key !== selected && update({ item: item.key })}
                />
              ))}
            </section>
          ))}
          {counts.changes > changes.length && (
            <p className={classes.nothing}>{fill(texts.moreChanges, { n: counts.changes - changes.length })}</p>
          )}
          <RestOfReport deployment={deployment} />
        </div>
      </div>
    </div>
  );
}
