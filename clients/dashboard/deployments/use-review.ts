import { useEffect, useRef, useState } from 'react';
import { type CombinedError, useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useOrganization } from '../data/organization.ts';
import { useToast } from '../data/use-toast.ts';
import type { ReportFragment, ReviewDeploymentMutationVariables } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { ReviewDeploymentDocument, UndoReviewDocument } from './report.generated.ts';
import { decisionOf, isCovered, type ReportItem, reviewIdsOf } from './report-items.ts';

export type Decision = 'approved' | 'rejected';

/** A decision that the report does not have yet; null for one that is being undone. */
interface Pending {
  decision: Decision | null;
  /** The report when the service had stored it; absent until then. */
  storedAfter?: ReportFragment;
}

/** Changes that one request names; the others follow by their likeness. */
const MOST = 500;

/**
 * Reviews the items of a deployment. A decision is shown at once, and taken back with a message if
 * it fails.
 *
 * @param onChange fetches the report again
 */
export function useReview(report: ReportFragment, onChange: () => void) {
  const { id, isReviewable } = report;
  const { messages } = useApp();
  const texts = useDeploymentTexts();
  const toast = useToast();
  const { can } = useOrganization();
  const [, runReview] = useMutation(ReviewDeploymentDocument);
  const [, runUndo] = useMutation(UndoReviewDocument);
  const [pending, setPending] = useState<ReadonlyMap<string, Pending>>(new Map());
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  });
  const mayReview = can('review.write') && isReviewable;

  const mark = (keys: readonly string[], entry: Pending | undefined) =>
    setPending((previous) => {
      const next = new Map(previous);
      for (const key of keys) {
        if (entry) next.set(key, entry);
        else next.delete(key);
      }
      return next;
    });
  const settle = (keys: readonly string[], decision: Decision | null) => {
    mark(keys, { decision, storedAfter: latest.current });
    onChange();
  };
  const fail = (keys: readonly string[], error: CombinedError) => {
    mark(keys, undefined);
    toast(fill(messages.notSaved, { reason: failureText(error, messages) }), undefined, true);
  };

  /** @returns id of the review; undefined if it failed */
  async function send(
    items: readonly ReportItem[],
    { decision, ...selection }: Omit<ReviewDeploymentMutationVariables, 'id'>,
  ): Promise<string | undefined> {
    const keys = items.map(({ key }) => key);
    mark(keys, { decision });
    const { data, error } = await runReview({ id, decision, ...selection });
    if (error) {
      fail(keys, error);
      return undefined;
    }
    settle(keys, decision);
    return data?.reviewDeployment.id;
  }

  async function undo(keys: readonly string[], reviewIds: readonly string[]): Promise<void> {
    mark(keys, { decision: null });
    for (const reviewId of reviewIds) {
      const { error } = await runUndo({ id: reviewId });
      if (error) {
        fail(keys, error);
        return;
      }
    }
    settle(keys, null);
    toast(texts.undone);
  }

  async function decideAll(
    items: readonly ReportItem[],
    selection: { decision: Decision; explained?: boolean },
  ): Promise<void> {
    const reviewId = await send(items, selection);
    if (!reviewId) return;
    toast(fill(texts.reviewSaved, { n: items.length }), {
      label: messages.undo,
      run: () =>
        void undo(
          items.map(({ key }) => key),
          [reviewId],
        ),
    });
  }

  const shownDecision = (item: ReportItem): Decision | undefined => {
    const own = pending.get(item.key);
    // A report that was fetched after the decision was stored has it, or a later one.
    if (!own || (own.storedAfter && own.storedAfter !== report)) return decisionOf(item);
    return own.decision ?? undefined;
  };
  return {
    mayReview,
    /** Decision as shown, also before the service has stored it. */
    decisionOf: shownDecision,
    decide(item: ReportItem, decision: Decision): void {
      if (!mayReview || shownDecision(item)) return;
      const { annotation, changes, places } = item;
      const isOfComment = places.some(({ verdict }) => verdict);
      const undecided = changes.filter((change) => !change.decision).slice(0, MOST);
      const selection = isOfComment
        ? { annotationIds: [annotation?.id ?? item.key] }
        : { changeIds: undecided.map((change) => change.id), alike: true };
      void send([item], { decision, ...selection });
    },
    undo(item: ReportItem): void {
      const reviewIds = reviewIdsOf(item);
      if (mayReview && shownDecision(item) && reviewIds.length > 0) void undo([item.key], reviewIds);
    },
    /** Decides what has no decision: what does what comments say, what no comment names, or all. */
    decideAll: (items: readonly ReportItem[], selection: { decision: Decision; explained?: boolean }): void => {
      const open = items.filter((item) => !shownDecision(item) && isCovered(item, selection.explained));
      if (mayReview && open.length > 0) void decideAll(open, selection);
    },
  };
}

export type Review = ReturnType<typeof useReview>;
