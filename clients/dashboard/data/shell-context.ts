import { createContext, useContext } from 'react';
import type { ShellQuery } from '../graphql-types.generated.ts';
import type { Data } from './client.ts';

interface ShellValues {
  data: Data;
  /** User of the session with memberships. */
  viewer: Omit<NonNullable<ShellQuery['me']>, 'emailVerifiedAt'>;
  /** Whether it is the panel on a customer's page, which reads, replies and triages only. */
  isPanel?: true;
}

/** Values that every screen after the log-in uses. */
export const ShellContext = createContext<ShellValues | null>(null);

/** @throws outside of the shell */
export function useShell(): ShellValues {
  const values = useContext(ShellContext);
  if (!values) throw new Error('useShell needs a ShellContext.');
  return values;
}
