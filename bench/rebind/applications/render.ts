import type { Application } from './application.ts';
import { randomOf } from './random.ts';

/** The way that a build of the application writes its HTML. */
export interface Look {
  /** Seed of generated class names. */
  readonly build: number;
  /** Classes: by hand, by CSS modules, as utilities, scoped, or not at all. */
  readonly style: 'named' | 'modules' | 'utilities' | 'scoped' | 'bare';
  /** Whether each part has a further wrapper. */
  readonly isWrapped: boolean;
  /** Whether lists are written with other tags. */
  readonly isRetagged: boolean;
  /** Order of the sections. */
  readonly order: readonly Section[];
  /** Whether icon buttons have an accessible name. */
  readonly hasLabels: boolean;
  readonly language: string;
}

/** State of the page. */
export interface State {
  readonly tab: number;
  readonly slide: number;
  readonly month: number;
  /** Number of the table's page. */
  readonly page: number;
  readonly isDialogOpen: boolean;
  readonly isLoading: boolean;
}

export const SECTIONS = ['tools', 'lead', 'cards', 'table', 'tabs', 'slides', 'calendar', 'form'] as const;
export type Section = (typeof SECTIONS)[number];

export const FIRST_LOOK: Look = {
  build: 1,
  style: 'named',
  isWrapped: false,
  isRetagged: false,
  order: SECTIONS,
  hasLabels: false,
  language: 'en',
};
export const FIRST_STATE: State = { tab: 0, slide: 0, month: 0, page: 0, isDialogOpen: true, isLoading: false };

const ROWS_PER_PAGE = 3;
const MONTHS = ['March', 'April', 'May'];

/**
 * Renders a page. Every element that a person may pin has the attribute `m` with its identity; the
 * bench moves it to a property before the engine sees the page.
 */
export function render(app: Application, look: Look, state: State): string {
  const attributes = attributesOf(look);
  const el = (tag: string, name: string, mark: string, content: string, more = '') =>
    `<${tag}${attributes(name)}${mark && ` m="${mark}"`}${more && ` ${more}`}>${content}</${tag}>`;
  const icon = ({ id, path }: { id: string; path: string }) =>
    `<svg m="${id}:icon" width="24" height="24" viewBox="0 0 24 24"><path d="${path}"/></svg>`;
  const wrap = (content: string) => (look.isWrapped ? `<div${attributes('wrap')}>${content}</div>` : content);
  const list = (name: string, items: readonly string[], item = 'li') =>
    look.isRetagged
      ? el('div', name, '', items.join('').replaceAll(`<${item} `, '<div ').replaceAll(`</${item}>`, '</div>'))
      : el(item === 'li' ? 'ul' : 'div', name, '', items.join(''));
  const heart = { id: 'heart', path: 'M12 21C5 15 2 11 2 7a5 5 0 0 1 10-2 5 5 0 0 1 10 2c0 4-3 8-10 14z' };
  const bin = { id: 'bin', path: 'M3 6h18M8 6V4h8v2m3 0-1 14H6L5 6' };
  const pen = { id: 'pen', path: 'M12 20h9M16.5 3.5l4 4L7 21H3v-4z' };
  const iconButton = (mark: string, { path }: { path: string }, label: string) =>
    el('button', 'icon-button', mark, icon({ id: mark, path }), look.hasLabels ? `aria-label="${label}"` : '');
  const sections: Record<Section, () => string> = {
    tools: () =>
      el(
        'div',
        'toolbar',
        '',
        app.tools.map((tool) => iconButton(tool.id, tool, tool.action)).join(''),
        'role="toolbar"',
      ),
    lead: () => el('h1', 'title', 'h1', app.name) + el('p', 'lead', 'lead', app.lead),
    cards: () =>
      list(
        'cards',
        app.cards.map((card) =>
          el(
            'article',
            'card',
            state.isLoading ? '' : card.id,
            state.isLoading
              ? el('h3', 'skeleton', '', '') + el('span', 'skeleton', '', '')
              : wrap(
                  el(
                    'h3',
                    'card-title',
                    `${card.id}:title`,
                    el('a', 'card-link', `${card.id}:link`, card.title, `href="${card.href}"`),
                  ) + (card.flag && el('span', 'badge', `${card.id}:flag`, card.flag)),
                ) +
                  el('p', 'card-text', `${card.id}:text`, card.text) +
                  wrap(
                    el('span', 'price', `${card.id}:price`, card.price) +
                      (card.isSoldOut
                        ? el('span', 'sold-out', `${card.id}:soldout`, 'Sold out')
                        : el('button', 'buy', `${card.id}:buy`, card.action)) +
                      iconButton(`${card.id}:wish`, heart, 'Add to wish list'),
                  ),
          ),
        ),
        'article',
      ),
    table: () => {
      const shown = app.rows.slice(state.page * ROWS_PER_PAGE, (state.page + 1) * ROWS_PER_PAGE);
      const cell = look.isRetagged ? 'div' : 'td';
      const row = look.isRetagged ? 'div' : 'tr';
      return el(
        look.isRetagged ? 'div' : 'table',
        'table',
        '',
        shown
          .map(({ id, name, mail, state: status }) =>
            el(
              row,
              'row',
              id,
              el(cell, 'cell', `${id}:name`, name) +
                el(cell, 'cell', `${id}:mail`, mail) +
                el(cell, 'cell', `${id}:state`, status) +
                el(cell, 'cell', '', iconButton(`${id}:edit`, pen, 'Edit') + iconButton(`${id}:delete`, bin, 'Delete')),
            ),
          )
          .join(''),
      );
    },
    tabs: () => {
      const panel = app.tabs[state.tab];
      return (
        el(
          'div',
          'tablist',
          '',
          app.tabs.map(({ id, title }) => el('button', 'tab', `${id}:tab`, title, 'role="tab"')).join(''),
          'role="tablist"',
        ) +
        (panel
          ? el(
              'div',
              'panel',
              panel.id,
              el('p', 'text', `${panel.id}:text`, panel.text) +
                el('button', 'action', `${panel.id}:action`, panel.action),
              'role="tabpanel"',
            )
          : '')
      );
    },
    slides: () => {
      const slide = app.slides[state.slide];
      return slide
        ? el(
            'div',
            'carousel',
            '',
            wrap(
              el('h2', 'slide-title', `${slide.id}:title`, slide.title) +
                el('p', 'slide-text', `${slide.id}:text`, slide.text) +
                el('a', 'slide-link', `${slide.id}:action`, slide.action, `href="${app.section}/${slide.id}"`),
            ),
            'aria-roledescription="carousel"',
          )
        : '';
    },
    calendar: () =>
      el('h2', 'month', 'month', MONTHS[state.month] ?? '') +
      el(
        'div',
        'days',
        '',
        Array.from({ length: 14 }, (_, i) => el('button', 'day', `month${state.month}:day${i}`, `${i + 1}`)).join(''),
        'role="grid"',
      ),
    form: () =>
      el(
        'form',
        'form',
        '',
        app.fields
          .map(
            (label, i) =>
              el('label', 'label', `${label}:label`, label, `for="f${look.build}-${i}"`) +
              el('input', 'input', `${label}:field`, '', `id="f${look.build}-${i}"`).replace('</input>', ''),
          )
          .join('') + el('button', 'submit', 'submit', 'Save changes', 'type="submit"'),
      ),
  };
  const dialog = el(
    'div',
    'dialog',
    'dialog',
    el('h2', 'dialog-title', 'dialog:title', `About ${app.name}`) +
      el('button', 'dialog-ok', 'dialog:ok', 'Save changes') +
      el('button', 'dialog-close', 'dialog:close', 'Close'),
    'role="dialog" aria-modal="true"',
  );
  return `<!doctype html><html lang="${look.language}"><head><title>${app.name}</title></head><body>
    <header${attributes('header')}><a m="logo" href="/">${app.name}</a><nav${attributes('nav')}>${app.links
      .map(({ id, text, href }) => el('a', 'nav-link', id, text, `href="${href}"`))
      .join('')}</nav></header>
    <main${attributes('main')}>${look.order.map((name) => el('section', `section-${name}`, '', wrap(sections[name]()))).join('')}</main>
    ${state.isDialogOpen ? dialog : ''}
    <footer${attributes('footer')}>${app.links.map(({ id, text, href }) => el('a', 'footer-link', `${id}:footer`, text, `href="${href}"`)).join('')}<small m="copy">© ${app.name}</small></footer></body></html>`;
}

/** Creates a function that writes the attributes by which a build styles an element. */
function attributesOf({ style, build }: Look): (name: string) => string {
  const hash = (name: string) =>
    randomOf(build * 7919 + [...name].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7))()
      .toString(36)
      .slice(2, 8);
  switch (style) {
    case 'named':
      return (name) => ` class="${name}"`;
    case 'modules':
      return (name) => ` class="${name.replace(/-(.)/g, (_, char: string) => char.toUpperCase())}_${hash(name)}"`;
    case 'utilities':
      return (name) =>
        ` class="flex ${name.length % 2 ? 'p-4' : 'p-2'} ${/button|buy|action|submit|day/.test(name) ? 'rounded bg-sky-600 text-white' : 'text-sm'} gap-${(name.length + build) % 5}"`;
    case 'scoped':
      return (name) => ` class="${name}" data-v-${hash('scope')}`;
    case 'bare':
      return () => ' ';
  }
}
