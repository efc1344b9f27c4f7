import { lazyTexts } from './lazy-texts.ts';
import type EN from './settings-en.json';

export type SettingsMessages = Readonly<Record<keyof typeof EN, string>>;

/** Texts of settings. */
export const useSettingsTexts = lazyTexts<SettingsMessages>((language) => import(`./settings-${language}.json`));
