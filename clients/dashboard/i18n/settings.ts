import { use } from 'react';
import { useApp } from '../app-context.ts';
import type { Language } from './languages.ts';
import type { SettingsMessages } from './settings-en.ts';

/** Texts of settings, which most visits do not need, each language in its own chunk. */
const LOADERS = {
  en: () => import('./settings-en.ts'),
  de: () => import('./settings-de.ts'),
  fr: () => import('./settings-fr.ts'),
  es: () => import('./settings-es.ts'),
  ja: () => import('./settings-ja.ts'),
};
const loaded = new Map<Language, Promise<SettingsMessages>>();

/** Texts of settings in the language of the reader. Suspends until they are loaded. */
export function useSettingsTexts(): SettingsMessages {
  const { language } = useApp();
  const present = loaded.get(language);
  if (present) return use(present);
  const texts = LOADERS[language]().then((module) => module.default);
  loaded.set(language, texts);
  texts.catch(() => loaded.delete(language));
  return use(texts);
}
