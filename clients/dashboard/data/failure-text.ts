import type { CombinedError } from 'urql';
import type { Messages } from '../i18n/en.ts';

/** Reason of a failed operation for people: the message of the service, if it responded. */
export const failureText = ({ graphQLErrors }: CombinedError, messages: Messages): string =>
  graphQLErrors[0]?.message ?? messages.noResponse;
