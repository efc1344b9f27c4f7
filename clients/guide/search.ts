import MiniSearch, { type SearchResult } from 'minisearch';

/** Texts of a page, as the build writes them. */
interface PageTexts {
  url: string;
  title: string;
  /** Anchor, heading and text of each. */
  sections: [id: string, heading: string, text: string][];
}

interface Section {
  id: string;
  page: string;
  heading: string;
  text: string;
}

/** Results that are shown. */
const LIMIT = 12;
/** Characters before the found word. */
const BEFORE = 40;
const LENGTH = 160;

let open: () => void = () => undefined;

/** Opens the search, and loads its texts the first time. */
export const openSearch = (): void => open();

/**
 * Searches the texts of all pages in the browser.
 *
 * @param texts address of the texts
 */
export function setUpSearch(dialog: HTMLDialogElement, texts: string): void {
  const [input, list, status] = [dialog.querySelector('input'), dialog.querySelector('ul'), dialog.querySelector('p')];
  if (!input || !list || !status) return;
  let loaded: Promise<MiniSearch<Section>> | undefined;
  let active = 0;

  const select = (index: number) => {
    active = index;
    for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === index);
    const selected = list.children[index];
    selected?.scrollIntoView({ block: 'nearest' });
    if (selected) input.setAttribute('aria-activedescendant', selected.id);
    else input.removeAttribute('aria-activedescendant');
  };
  const search = async () => {
    const query = input.value.trim();
    loaded ??= load(texts);
    try {
      const index = await loaded;
      // Another letter may have been typed while the texts were loading.
      if (query !== input.value.trim()) return;
      const found = query === '' ? [] : searchIn(index, query).slice(0, LIMIT);
      list.replaceChildren(
        ...found.map((result, at) => optionOf(at, result as unknown as Section, Object.keys(result.match))),
      );
      status.textContent = query === '' || found.length > 0 ? '' : `No results for “${query}”.`;
      select(0);
    } catch {
      loaded = undefined;
      status.textContent = 'Search is unavailable. Check your connection and try again.';
    }
  };
  const go = (option: Element | undefined) => {
    const url = option?.getAttribute('data-url');
    if (!url) return;
    dialog.close();
    location.assign(url);
  };
  open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    void search();
  };
  input.addEventListener('input', () => void search());
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = list.children.length;
    if (step && count > 0) select((active + step + count) % count);
    else if (event.key === 'Enter' && !event.isComposing) go(list.children[active]);
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', ({ target }) => go((target as Element).closest('li') ?? undefined));
  // A press beside the dialog hits the dialog itself.
  dialog.addEventListener('pointerdown', ({ target }) => target === dialog && dialog.close());
}

/** Finds sections with all words, and only if there is none, those with similar ones. */
function searchIn(index: MiniSearch<Section>, query: string): SearchResult[] {
  const found = index.search(query);
  return found.length > 0 ? found : index.search(query, { fuzzy: 0.4 });
}

/** Fetches the texts and indexes them. */
async function load(address: string): Promise<MiniSearch<Section>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The texts of the guide: status ${response.status}.`);
  const pages = (await response.json()) as PageTexts[];
  const index = new MiniSearch<Section>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['id', 'page', 'heading', 'text'],
    searchOptions: {
      prefix: true,
      combineWith: 'AND',
      boost: { heading: 4, page: 2 },
      // Decision records explain the code; other pages explain the product.
      boostDocument: (id) => (String(id).startsWith('/guide/decisions/') ? 0.3 : 1),
    },
  });
  index.addAll(
    pages.flatMap(({ url, title, sections }) =>
      sections.map(([id, heading, text]) => ({ id: id ? `${url}#${id}` : url, page: title, heading, text })),
    ),
  );
  return index;
}

/**
 * Creates a result.
 *
 * @param words found words of the texts
 */
function optionOf(index: number, { id, page, heading, text }: Section, words: readonly string[]): HTMLElement {
  const option = document.createElement('li');
  option.id = `result-${index}`;
  option.role = 'option';
  option.dataset.url = id;
  const title = document.createElement('strong');
  title.textContent = heading;
  option.append(title);
  if (page !== heading) {
    const from = document.createElement('small');
    from.textContent = page;
    option.append(from);
  }
  const excerpt = document.createElement('p');
  excerpt.append(...marked(excerptOf(text, words), words));
  option.append(excerpt);
  return option;
}

/** Part of a text around the first of the words. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, lower.length) - BEFORE);
  if (places.length === 0 || start === 0) return text.slice(0, LENGTH);
  return `… ${text.slice(text.indexOf(' ', start) + 1, start + LENGTH)}`;
}

/** Texts and marks of a text with words. */
function marked(text: string, words: readonly string[]): (Node | string)[] {
  if (words.length === 0) return [text];
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`, 'giu');
  return text.split(pattern).map((part, at) => {
    if (at % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}
