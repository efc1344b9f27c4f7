import type { Language } from './languages.ts';
import type EN from './panel-en.json';

/** Texts of the panel and of its log-in, each language in its own chunk. */
export type PanelTexts = Readonly<Record<keyof typeof EN, string>>;

const loaded = new Map<Language, Promise<PanelTexts>>();

/** Loads the texts once. A failure is not kept. */
export function loadPanelTexts(language: Language): Promise<PanelTexts> {
  const present = loaded.get(language);
  if (present) return present;
  const texts: Promise<PanelTexts> = import(`./panel-${language}.json`).then((module) => module.default);
  loaded.set(language, texts);
  texts.catch(() => loaded.delete(language));
  return texts;
}
