import type { GuardFieldsFragment } from '../graphql-types.generated.ts';

/** Key of the text for the state of a guard. */
export const guardKey = ({ state, isPaused }: Pick<GuardFieldsFragment, 'state' | 'isPaused'>) =>
  isPaused ? ('guard_paused' as const) : (`guard_${state}` as const);
