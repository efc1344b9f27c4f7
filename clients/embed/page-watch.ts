import { quietly } from './guard.ts';

/** Nodes that have changed and were not told of yet. */
const MAX_NODES = 500;

/** What has changed on the page since it was last asked. */
export interface PageWatch {
  /** Elements to look at again, those that are new included; null when there were too many to remember. */
  take(): { changed: Set<Element>; removed: Set<Element> } | null;
  isChanged(): boolean;
  start(): void;
  stop(): void;
}

/** Remembers changes; it does nothing else when they happen, however many there are. */
export function watchPage(onChange: () => void): PageWatch {
  let changed = new Set<Element>();
  let removed = new Set<Element>();
  let tooMany = false;

  const note = (node: Node, into: Set<Element>) => {
    if (node.nodeType === 1) into.add(node as Element);
    else if (node.nodeType === 3 && node.parentElement) changed.add(node.parentElement);
  };
  const observer = new MutationObserver(
    quietly((records: MutationRecord[]) => {
      onChange();
      for (let i = 0; i < records.length && !tooMany; i++) {
        const record = records[i];
        if (!record) continue;
        if (record.type !== 'childList') note(record.target, changed);
        else {
          // Text of its own may have come or gone.
          note(record.target, changed);
          for (let n = 0; n < record.addedNodes.length && n < MAX_NODES; n++)
            note(record.addedNodes[n] as Node, changed);
          for (let n = 0; n < record.removedNodes.length && n < MAX_NODES; n++)
            note(record.removedNodes[n] as Node, removed);
        }
        tooMany = changed.size + removed.size > MAX_NODES;
      }
      if (tooMany) {
        changed = new Set();
        removed = new Set();
      }
    }),
  );
  return {
    isChanged: () => tooMany || changed.size + removed.size > 0,
    take() {
      const taken = tooMany ? null : { changed, removed };
      changed = new Set();
      removed = new Set();
      tooMany = false;
      return taken;
    },
    start() {
      observer.observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['class', 'id', 'title', 'alt', 'src', 'href', 'aria-label', 'placeholder'],
      });
    },
    stop() {
      observer.disconnect();
    },
  };
}
