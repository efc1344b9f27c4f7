import { use } from 'react';
import { useApp } from '../app-context.ts';
import { loadChunk } from '../load-chunk.ts';
import type { Language } from './languages.ts';

/**
 * Texts that most visits do not need, each language in its own chunk.
 *
 * @returns hook with the texts in the language of the reader, which suspends until they are loaded
 */
export function lazyTexts<Texts>(load: (language: Language) => Promise<{ default: Texts }>): () => Texts {
  const loaded = new Map<Language, Promise<Texts>>();
  return () => {
    const { language } = useApp();
    const present = loaded.get(language);
    if (present) return use(present);
    const texts = loadChunk(() => load(language)).then((module) => module.default);
    loaded.set(language, texts);
    return use(texts);
  };
}
