import { quietly } from './guard.ts';

/** Nodes that have changed and were not told of yet. */
const MAX_NODES = 500;

/** What has changed on the page since it was last asked. */
export interface Changed {
  /** Elements to describe again, */
  readonly own: Set<Element>;
  /** with all within them, */
  readonly deep: Set<Element>;
  /** and those whose children came, went or changed places. */
  readonly parents: Set<Element>;
  readonly removed: Set<Element>;
}

export interface PageWatch {
  take(): Changed;
  isChanged(): boolean;
  /** There were too many changes to remember. */
  isFull(): boolean;
  start(): void;
  stop(): void;
}

const none = (): Changed => ({ own: new Set(), deep: new Set(), parents: new Set(), removed: new Set() });

/** Remembers changes; it does nothing else when they happen, however many there are. */
export function watchPage(onChange: () => void): PageWatch {
  let changed = none();
  let full = false;

  const size = () => changed.own.size + changed.deep.size + changed.removed.size;
  const note = (nodes: NodeList, into: Set<Element>) => {
    for (let n = 0; n < nodes.length && n <= MAX_NODES; n++) {
      const node = nodes[n];
      if (node?.nodeType === 1) into.add(node as Element);
    }
  };
  const remember = ({ type, target, attributeName, addedNodes, removedNodes }: MutationRecord) => {
    const element = target.nodeType === 1 ? (target as Element) : target.parentElement;
    if (!element) return;
    // Text of its own may have come or gone with its children.
    (attributeName?.startsWith('data-svc-') ? changed.deep : changed.own).add(element);
    if (type !== 'childList') return;
    changed.parents.add(element);
    note(addedNodes, changed.deep);
    note(removedNodes, changed.removed);
  };
  const observer = new MutationObserver(
    quietly((records: MutationRecord[]) => {
      onChange();
      for (let i = 0; i < records.length && !full; i++) {
        remember(records[i] as MutationRecord);
        full = size() > MAX_NODES;
      }
      if (full) changed = none();
    }),
  );
  return {
    isChanged: () => full || size() > 0,
    isFull: () => full,
    take() {
      const taken = changed;
      changed = none();
      full = false;
      return taken;
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
