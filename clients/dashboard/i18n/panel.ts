import type { Language } from './languages.ts';
import type { PanelTexts } from './panel-en.ts';

/** Texts of the panel and of its log-in, each language in its own chunk. */
const LOADERS = {
  en: () => import('./panel-en.ts'),
  de: () => import('./panel-de.ts'),
  fr: () => import('./panel-fr.ts'),
  es: () => import('./panel-es.ts'),
  ja: () => import('./panel-ja.ts'),
};
const loaded = new Map<Language, Promise<PanelTexts>>();

/** Loads the texts once. A failure is not kept. */
export function loadPanelTexts(language: Language): Promise<PanelTexts> {
  const present = loaded.get(language);
  if (present) return present;
  const texts = LOADERS[language]().then((module) => module.default);
  loaded.set(language, texts);
  texts.catch(() => loaded.delete(language));
  return texts;
}
