import { lazyTexts } from './lazy-texts.ts';
import type { SettingsMessages } from './settings-en.ts';

/** Texts of settings. */
export const useSettingsTexts = lazyTexts<SettingsMessages>({
  en: () => import('./settings-en.ts'),
  de: () => import('./settings-de.ts'),
  fr: () => import('./settings-fr.ts'),
  es: () => import('./settings-es.ts'),
  ja: () => import('./settings-ja.ts'),
});
