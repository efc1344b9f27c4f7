import { type CombinedError, useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import {
  type AnnotationPriority,
  type AnnotationStatus,
  AssignDocument,
  ChangeAnnotationsDocument,
  DeleteAnnotationDocument,
  SetStatusDocument,
  SetVisibilityDocument,
  type Visibility,
} from '../data/annotations.generated.ts';
import { failureText } from '../data/failure-text.ts';
import { useNeighbors } from '../data/neighbors.ts';
import { useOrganization } from '../data/organization.ts';
import { fill } from '../i18n/languages.ts';
import { useToast } from '../ui/toasts.tsx';
import type { ThreadQuery } from './thread.generated.ts';

export type Annotation = NonNullable<ThreadQuery['annotation']>;
export type ThreadActions = ReturnType<typeof useThreadActions>;

/** Changes of the open comment. A failure is shown, and the optimistic change is reverted. */
export function useThreadActions(annotation: Annotation | undefined) {
  const { messages } = useApp();
  const toast = useToast();
  const neighbors = useNeighbors();
  const [, runStatus] = useMutation(SetStatusDocument);
  const [, runAssign] = useMutation(AssignDocument);
  const [, runVisibility] = useMutation(SetVisibilityDocument);
  const { organization } = useOrganization();
  const [, runChange] = useMutation(ChangeAnnotationsDocument);
  const [, runDelete] = useMutation(DeleteAnnotationDocument);

  const report = ({ error }: { error?: CombinedError }): boolean => {
    if (error) toast(fill(messages.notSaved, { reason: failureText(error, messages) }), undefined, true);
    return !error;
  };

  async function setStatus(status: AnnotationStatus): Promise<void> {
    if (!annotation || annotation.status === status) return;
    const { id, number, status: previous } = annotation;
    if (!report(await runStatus({ id, status }))) return;
    toast(fill(messages.statusChanged, { n: `#${number}`, status: messages[status] }), {
      label: messages.undo,
      run: () => void runStatus({ id, status: previous }).then(report),
    });
  }

  return {
    setStatus: (status: AnnotationStatus) => void setStatus(status),
    resolveAndOpenNext() {
      if (!annotation) return;
      void setStatus('resolved');
      neighbors.openNext(annotation.id);
    },
    assign(assigneeId: string | null) {
      if (annotation) void runAssign({ id: annotation.id, assigneeId }).then(report);
    },
    async setPriority(priority: AnnotationPriority): Promise<void> {
      if (!annotation || !organization) return;
      const result = await runChange({ organizationId: organization.id, ids: [annotation.id], change: { priority } });
      const rejected = result.data?.updateAnnotations[0]?.error;
      if (rejected) toast(fill(messages.notSaved, { reason: rejected.message }), undefined, true);
      else report(result);
    },
    setVisibility(visibility: Visibility) {
      if (annotation) void runVisibility({ id: annotation.id, visibility }).then(report);
    },
    async remove(): Promise<void> {
      if (!annotation) return;
      const { id, number } = annotation;
      if (!report(await runDelete({ id }))) return;
      neighbors.openNext(id);
      toast(fill(messages.deleted, { n: `#${number}` }));
    },
  };
}
