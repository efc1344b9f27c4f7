import { suppressErrors } from './suppress-errors.ts';

/** Maximum number of tracked nodes. */
const MAX_NODES = 500;

/** Changes of the page since the last drain. */
export interface PageChanges {
  /** Elements to serialize again, without descendants. */
  readonly own: Set<Element>;
  /** Elements to serialize again with all descendants. */
  readonly deep: Set<Element>;
  /** Elements whose children were added, removed or reordered. */
  readonly parents: Set<Element>;
  readonly removed: Set<Element>;
}

export interface MutationTracker {
  drain(): PageChanges;
  isChanged(): boolean;
  /** True after more changes than can be tracked. */
  isFull(): boolean;
  start(): void;
  stop(): void;
}

const noChanges = (): PageChanges => ({ own: new Set(), deep: new Set(), parents: new Set(), removed: new Set() });

/** Tracks changes. The observer only adds nodes to sets, so a burst of changes stays cheap. */
export function trackMutations(onChange: () => void): MutationTracker {
  let changed = noChanges();
  let isFull = false;

  const size = () => changed.own.size + changed.deep.size + changed.removed.size;
  const collectElements = (nodes: NodeList, into: Set<Element>) => {
    for (let n = 0; n < nodes.length && n <= MAX_NODES; n++) {
      const node = nodes[n];
      if (node?.nodeType === 1) into.add(node as Element);
    }
  };
  const record = ({ type, target, attributeName, addedNodes, removedNodes }: MutationRecord) => {
    const element = target.nodeType === 1 ? (target as Element) : target.parentElement;
    if (!element) return;
    // Its own text may have changed with its child nodes.
    (attributeName?.startsWith('data-svc-') ? changed.deep : changed.own).add(element);
    if (type !== 'childList') return;
    changed.parents.add(element);
    collectElements(addedNodes, changed.deep);
    collectElements(removedNodes, changed.removed);
  };
  const observer = new MutationObserver(
    suppressErrors((records: MutationRecord[]) => {
      onChange();
      for (let i = 0; i < records.length && !isFull; i++) {
        record(records[i] as MutationRecord);
        isFull = size() > MAX_NODES;
      }
      if (isFull) changed = noChanges();
    }),
  );
  return {
    isChanged: () => isFull || size() > 0,
    isFull: () => isFull,
    drain() {
      const drained = changed;
      changed = noChanges();
      isFull = false;
      return drained;
    },
    start() {
      observer.observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: [
          ...['class', 'id', 'title', 'alt', 'src', 'href', 'aria-label', 'placeholder'],
          ...['data-svc-mask', 'data-svc-ignore'],
        ],
      });
    },
    stop() {
      observer.disconnect();
    },
  };
}
