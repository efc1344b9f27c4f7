import type { CombinedError } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useToast } from '../data/use-toast.ts';
import { fill } from '../i18n/languages.ts';

/** Returns a function that shows the failure of a mutation, or a text if it succeeded. */
export function useReport() {
  const { messages } = useApp();
  const toast = useToast();
  return ({ error }: { error?: CombinedError | undefined }, success?: string): void => {
    if (error) toast(fill(messages.notSaved, { reason: failureText(error, messages) }), undefined, true);
    else if (success) toast(success);
  };
}
