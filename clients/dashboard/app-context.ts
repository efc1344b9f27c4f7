import { createContext, useContext } from 'react';
import type { SessionStore } from './data/session.ts';
import type { Language } from './i18n/languages.ts';
import type { Messages } from './i18n/main.ts';

/** Values that every screen uses. */
export interface AppValues {
  session: SessionStore;
  messages: Messages;
  language: Language;
  chooseLanguage(language: Language): void;
}

export const AppContext = createContext<AppValues | null>(null);

/** @throws outside of the app */
export function useApp(): AppValues {
  const values = useContext(AppContext);
  if (!values) throw new Error('useApp needs an AppContext.');
  return values;
}
