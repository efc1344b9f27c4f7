import { CombinedError, type Exchange, makeErrorResult, type Operation } from 'urql';
import { filter, map, merge, pipe, share } from 'wonka';

/** Changes that the panel makes by itself. */
const WITHOUT_CLICK = ['MarkThreadRead'];
/** Time for which the panel must have been uncovered, milliseconds. */
const SETTLED_AFTER = 300;

/**
 * Follows whether anything of the page covers the panel, where the browser says so (Chromium). A
 * page could show a button of the panel under a picture of its own. An open dialog of the panel
 * covers the rest of it, so the dialog must be visible then.
 *
 * @returns whether the panel is visible, and was for a moment
 */
export function watchCover(panel: Element): () => boolean {
  if (!('isVisible' in IntersectionObserverEntry.prototype)) return () => true;
  const uncoveredAt = new Map<Element, number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isVisible } of entries as (IntersectionObserverEntry & { isVisible: boolean })[]) {
        if (!isVisible) uncoveredAt.delete(target);
        else if (!uncoveredAt.has(target)) uncoveredAt.set(target, performance.now());
      }
    },
    { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  );
  observer.observe(panel);
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLDialogElement)) continue;
      observer.unobserve(target);
      uncoveredAt.delete(target);
      if (target.open) observer.observe(target);
    }
  }).observe(panel, { subtree: true, attributeFilter: ['open'] });
  return () => [...uncoveredAt.values()].some((at) => performance.now() - at >= SETTLED_AFTER);
}

/**
 * Rejects changes that no click in the panel caused, and changes while the page covers the panel.
 *
 * @param text of the error
 */
export const guardChanges =
  (isUncovered: () => boolean, text: string): Exchange =>
  ({ forward }) =>
  (operations$) => {
    const shared = share(operations$);
    const isRejected = (operation: Operation): boolean =>
      operation.kind === 'mutation' &&
      !WITHOUT_CLICK.includes(nameOf(operation)) &&
      !(isUncovered() && (navigator.userActivation?.isActive ?? true));
    // Decided once for each operation.
    const decided = pipe(
      shared,
      map((operation) => ({ operation, isRejected: isRejected(operation) })),
      share,
    );
    const rejected = pipe(
      decided,
      filter((each) => each.isRejected),
      map(({ operation }) => {
        const error = new CombinedError({ graphQLErrors: [text] });
        // makeErrorResult alone would report a lost network.
        return { ...makeErrorResult(operation, error), error };
      }),
    );
    const passed = pipe(
      decided,
      filter((each) => !each.isRejected),
      map(({ operation }) => operation),
      forward,
    );
    return merge([rejected, passed]);
  };

function nameOf({ query }: Operation): string {
  const [definition] = query.definitions;
  return (definition && 'name' in definition && definition.name?.value) || '';
}
