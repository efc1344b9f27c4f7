import { type CombinedError, useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import {
  AssignDocument,
  DeleteAnnotationDocument,
  SetStatusDocument,
  SetVisibilityDocument,
} from '../data/annotations.generated.ts';
import { failureText } from '../data/failure-text.ts';
import { useNeighbors } from '../data/neighbors.ts';
import { SnoozeDocument, WatchDocument } from '../data/notifications.generated.ts';
import { useChangeAnnotations } from '../data/use-change-annotations.ts';
import { useToast } from '../data/use-toast.ts';
import type {
  AnnotationChangeInput,
  AnnotationStatus,
  ThreadQuery,
  Visibility,
  WatchState,
} from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { dateTimeOf } from '../i18n/moment.ts';

export type Annotation = NonNullable<ThreadQuery['annotation']>;
export type ThreadActions = ReturnType<typeof useThreadActions>;

/** Changes of the open comment. A failure is shown, and the optimistic change is reverted. */
export function useThreadActions(annotation: Annotation | undefined) {
  const { messages, language } = useApp();
  const toast = useToast();
  const neighbors = useNeighbors();
  const [, runStatus] = useMutation(SetStatusDocument);
  const [, runAssign] = useMutation(AssignDocument);
  const [, runVisibility] = useMutation(SetVisibilityDocument);
  const [, runWatch] = useMutation(WatchDocument);
  const [, runSnooze] = useMutation(SnoozeDocument);
  const change = useChangeAnnotations();
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

  async function snooze(days: number): Promise<void> {
    if (!annotation) return;
    const { id, number, snoozedUntil: previous } = annotation;
    const until = days === 0 ? null : morningIn(days);
    if (!report(await runSnooze({ id, until: until?.toISOString() ?? null })) || !until) return;
    toast(fill(messages.snoozed, { n: `${number}`, when: dateTimeOf(until, language) }), {
      label: messages.undo,
      run: () => void runSnooze({ id, until: previous ?? null }).then(report),
    });
  }

  return {
    /** Takes the thread out of the inbox until the morning in some days; 0 returns it. */
    snooze: (days: number) => void snooze(days),
    snoozeAndOpenNext() {
      if (!annotation) return;
      void snooze(1);
      neighbors.openNext(annotation.id);
    },
    setStatus: (status: AnnotationStatus) => void setStatus(status),
    resolveAndOpenNext() {
      if (!annotation) return;
      void setStatus('resolved');
      neighbors.openNext(annotation.id);
    },
    assign(assigneeId: string | null) {
      if (annotation) void runAssign({ id: annotation.id, assigneeId }).then(report);
    },
    /** Changes properties that the change shows where it is made. */
    change(next: AnnotationChangeInput) {
      if (annotation) void change([annotation], next, true);
    },
    watch(state: WatchState) {
      if (annotation) void runWatch({ id: annotation.id, state }).then(report);
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

/** The time at which people begin to work. */
function morningIn(days: number): Date {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(9, 0, 0, 0);
  return at;
}
