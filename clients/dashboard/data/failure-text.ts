import type { CombinedError } from 'urql';
import type { Messages } from '../i18n/main.ts';

/** Problem with one member of the input. */
export interface FieldProblem {
  /** Name of the member; members of objects and indexes of lists follow a dot. */
  path: string;
  message: string;
}

/** Problems by member of the input; empty if the error is about no member. */
export const problemsOf = ({ graphQLErrors }: CombinedError): readonly FieldProblem[] =>
  (graphQLErrors[0]?.extensions.fields as readonly FieldProblem[] | undefined) ?? [];

/** Labels of members that forms before the log-in have. */
const LABELS: Record<string, string> = {
  token: 'The link',
  email: 'The e-mail address',
  name: 'The name',
  password: 'The password',
};

/** Message of the service with labels in place of the names of members. */
export const labeledText = (message: string, fields: readonly FieldProblem[] = []): string =>
  fields.length === 0
    ? message
    : fields.map(({ path, message: problem }) => `${LABELS[path] ?? `${path}:`} ${problem}`).join('; ');

/** Reason of a failed operation for people: the message of the service, if it responded. */
export const failureText = ({ graphQLErrors }: CombinedError, messages: Messages): string =>
  graphQLErrors[0]?.message ?? messages.noResponse;
