import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import type { AnnotationChangeInput, AnnotationRowFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { ChangeAnnotationsDocument } from './annotations.generated.ts';
import { failureText } from './failure-text.ts';
import { useOrganization } from './organization.ts';
import { useToast } from './use-toast.ts';

type Row = Pick<
  AnnotationRowFragment,
  'id' | 'number' | 'status' | 'resolution' | 'duplicateOfId' | 'priority' | 'dueOn' | 'assigneeId' | 'labels'
>;

/** Annotations that one request changes. */
const MOST = 500;

/** Changes several comments at once. A message reports what failed and can undo what succeeded. */
export function useChangeAnnotations() {
  const { messages } = useApp();
  const toast = useToast();
  const { organization } = useOrganization();
  const [, run] = useMutation(ChangeAnnotationsDocument);

  /** @returns ids that were changed */
  async function send(ids: readonly string[], change: AnnotationChangeInput): Promise<string[]> {
    if (!organization) return [];
    const changed: string[] = [];
    for (let start = 0; start < ids.length; start += MOST) {
      const batch = ids.slice(start, start + MOST);
      const { data, error } = await run({ organizationId: organization.id, ids: batch, change });
      const reason = error
        ? failureText(error, messages)
        : data?.updateAnnotations.find((item) => item.error)?.error?.message;
      if (reason) toast(fill(messages.notSaved, { reason }), undefined, true);
      for (const { id, isChanged } of data?.updateAnnotations ?? []) if (isChanged) changed.push(id);
    }
    return changed;
  }

  /** @param isQuiet whether a success needs no message, because it is seen where it was made */
  return async function change(rows: readonly Row[], next: AnnotationChangeInput, isQuiet = false): Promise<void> {
    const changed = new Set(
      await send(
        rows.map(({ id }) => id),
        next,
      ),
    );
    if (changed.size === 0 || isQuiet) return;
    const [only] = rows;
    const text =
      rows.length === 1 && only
        ? fill(messages.changedOne, { n: `#${only.number}` })
        : fill(messages.changedMany, { n: changed.size });
    toast(text, {
      label: messages.undo,
      async run() {
        const idsByChange = new Map<string, string[]>();
        for (const row of rows.filter(({ id }) => changed.has(id))) {
          const key = JSON.stringify(reverted(row, next));
          idsByChange.set(key, [...(idsByChange.get(key) ?? []), row.id]);
        }
        for (const [key, ids] of idsByChange) {
          if (key !== '{}') await send(ids, JSON.parse(key) as AnnotationChangeInput);
        }
      },
    });
  };
}

/** Change that restores the members of a comment that `next` changes. */
function reverted(row: Row, next: AnnotationChangeInput): AnnotationChangeInput {
  const had = new Set<string | number>(row.labels.map(({ id }) => id));
  const added = (next.addLabelIds ?? []).filter((id) => !had.has(id));
  const removed = (next.removeLabelIds ?? []).filter((id) => had.has(id));
  return {
    ...((next.status ?? next.resolution) && statusOf(row)),
    ...(next.priority && { priority: row.priority }),
    ...(next.dueOn !== undefined && { dueOn: row.dueOn }),
    ...(next.assigneeId !== undefined && { assigneeId: row.assigneeId }),
    ...(added.length > 0 && { removeLabelIds: added }),
    ...(removed.length > 0 && { addLabelIds: removed }),
  };
}

function statusOf({ status, resolution, duplicateOfId }: Row): AnnotationChangeInput {
  if (duplicateOfId) return { duplicateOfId };
  return resolution ? { resolution } : { status };
}
