import type { Frame, Page } from 'puppeteer-core';

const ADDRESS = /\w+:\/\/\S+/g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** UUIDs that a text shows to people, outside of addresses. */
export const shownIds = (text: string): string[] => text.replace(ADDRESS, '').match(UUID) ?? [];

/**
 * UUIDs that a screen shows to people: in visible texts, in its title, and in names and hints of
 * its parts, shadow trees included. Code to copy may have them.
 */
export async function idsOnScreen(frame: Frame | Page): Promise<string[]> {
  const texts = await frame.evaluate(() => {
    const CODE = 'pre, code, script, style, textarea, template';
    const NAMES = ['title', 'aria-label', 'aria-description', 'alt', 'placeholder'];
    const found = [document.title];
    const read = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) read(element.shadowRoot);
        if (element.closest(CODE) || !element.checkVisibility()) continue;
        found.push(...NAMES.map((name) => element.getAttribute(name) ?? ''));
        for (const child of element.childNodes) if (child instanceof Text) found.push(child.data);
      }
    };
    read(document);
    return found;
  });
  return shownIds(texts.join('\n'));
}
