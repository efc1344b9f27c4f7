import { type Application, applicationOf } from './application.ts';
import { type Random, randomOf } from './random.ts';
import { FIRST_LOOK, FIRST_STATE, type Look, render, SECTIONS, type State } from './render.ts';

/** Page before and after a change. Marks that both have are one element. */
export interface ChangedPage {
  readonly before: string;
  readonly after: string;
}

interface Version {
  readonly app: Application;
  readonly look: Look;
  readonly state: State;
}
type Change = (version: Version, random: Random) => Version;

const STYLES: readonly Look['style'][] = ['named', 'modules', 'utilities', 'scoped', 'bare'];

const rebuild: Change = ({ app, look, state }, random) => ({
  app,
  look: { ...look, build: 2 + random.below(1_000) },
  state,
});
const reorderCards: Change = ({ app, look, state }, random) => ({
  app: { ...app, cards: random.shuffle(app.cards) },
  look,
  state,
});
const reorderTools: Change = ({ app, look, state }, random) => ({
  app: { ...app, tools: random.shuffle(app.tools) },
  look,
  state,
});
const sortRows: Change = ({ app, look, state }, random) => {
  // Sorts the page that is shown.
  const [shown, rest] = [app.rows.slice(0, 3), app.rows.slice(3)];
  return { app: { ...app, rows: [...random.shuffle(shown), ...rest] }, look, state };
};
const wrap: Change = ({ app, look, state }) => ({ app, look: { ...look, isWrapped: true }, state });
const restyle: Change = ({ app, look, state }, random) => ({
  app,
  look: { ...look, style: random.pick(STYLES.filter((style) => style !== look.style)) },
  state,
});
const retag: Change = ({ app, look, state }) => ({ app, look: { ...look, isRetagged: true }, state });
const reorderSections: Change = ({ app, look, state }, random) => ({
  app,
  look: { ...look, order: random.shuffle(SECTIONS) },
  state,
});

/** Replaces a share of the texts by those of another application. */
function reword(share: number): Change {
  return ({ app, look, state }, random) => {
    const other = applicationOf(random.below(1e6) + 1e6);
    const or = (text: string, replacement: string | undefined) => (random() < share ? (replacement ?? text) : text);
    return {
      app: {
        ...app,
        lead: or(app.lead, other.lead),
        links: app.links.map((link, i) => ({ ...link, text: or(link.text, other.links[i]?.text) })),
        cards: app.cards.map((card, i) => ({
          ...card,
          text: or(card.text, other.cards[i]?.text),
          price: or(card.price, other.cards[i]?.price),
        })),
        tabs: app.tabs.map((tab, i) => ({
          ...tab,
          text: or(tab.text, other.tabs[i]?.text),
          action: or(tab.action, 'Show more'),
        })),
        slides: app.slides.map((slide, i) => ({ ...slide, title: or(slide.title, other.slides[i]?.title) })),
      },
      look,
      state,
    };
  };
}

/** Translates every text; numbers and names stay, and the links as well unless they are given. */
function translate(hrefOf: (href: string) => string): Change {
  return ({ app, look, state }) => {
    const cards = app.cards.map((card) => ({
      ...card,
      title: foreign(card.title),
      text: foreign(card.text),
      flag: foreign(card.flag),
      action: foreign(card.action),
      href: hrefOf(card.href),
    }));
    const panels = (all: Application['tabs']) =>
      all.map(({ id, title, text, action }) => ({
        id,
        title: foreign(title),
        text: foreign(text),
        action: foreign(action),
      }));
    return {
      app: {
        ...app,
        lead: foreign(app.lead),
        links: app.links.map(({ id, text, href }) => ({ id, text: foreign(text), href: hrefOf(href) })),
        tools: app.tools.map((tool) => ({ ...tool, action: foreign(tool.action) })),
        cards,
        rows: app.rows.map((row) => ({ ...row, state: foreign(row.state) })),
        tabs: panels(app.tabs),
        slides: panels(app.slides),
        section: hrefOf(app.section),
      },
      look: { ...look, language: 'xx' },
      state,
    };
  };
}

/** Invents the translation of a text: each word becomes another one, everywhere the same. */
const foreign = (text: string) =>
  text.replace(/\p{L}+/gu, (word) => {
    const random = randomOf([...word.toLowerCase()].reduce((sum, char) => (sum * 33 + char.charCodeAt(0)) | 0, 5));
    const syllable = () => random.pick([...'bdfgklmnprstvz']) + random.pick([...'aeiouäöü']);
    const translated = Array.from({ length: Math.max(1, Math.round(word.length / 2.2)) }, syllable).join('');
    return /^\p{Lu}/u.test(word) ? translated.charAt(0).toUpperCase() + translated.slice(1) : translated;
  });

const replaceSome: Change = ({ app, look, state }, random) => {
  const other = applicationOf(random.below(1e6) + 2e6);
  const cards = app.cards.map((card, i) => {
    const replacement = other.cards[i];
    return random() < 0.35 && replacement ? { ...replacement, action: card.action, id: `other${i}` } : card;
  });
  const rows = app.rows.map((row, i) => (random() < 0.35 ? { ...(other.rows[i] ?? row), id: `other${row.id}` } : row));
  return { app: { ...app, cards, rows }, look, state };
};
const removeSome: Change = ({ app, look, state }, random) => ({
  app: {
    ...app,
    cards: app.cards.filter(() => random() > 0.3),
    tools: app.tools.filter(() => random() > 0.3),
    links: app.links.filter(() => random() > 0.3),
    rows: app.rows.filter(() => random() > 0.2),
  },
  look,
  state,
});
const sellOut: Change = ({ app, look, state }, random) => ({
  app: { ...app, cards: app.cards.map((card) => ({ ...card, isSoldOut: random() < 0.5 })) },
  look,
  state,
});
const inState =
  (changed: Partial<State>): Change =>
  ({ app, look, state }) => ({ app, look, state: { ...state, ...changed } });

const all =
  (...changes: readonly Change[]): Change =>
  (version, random) =>
    changes.reduce((changed, change) => change(changed, random), version);

/** Kinds of change that people make to an application, and states that it is seen in. */
export const CHANGES: Readonly<Record<string, Change>> = {
  rebuild,
  restyle,
  wrap,
  'reorder icons': all(reorderTools, rebuild),
  'reorder cards': all(reorderCards, sortRows, rebuild),
  'reorder sections': all(reorderSections, rebuild),
  'reword a third': all(reword(0.34), rebuild),
  'reword all': reword(1),
  redesign: all(retag, wrap, restyle, reorderSections, reword(0.2)),
  'redesign and reorder': all(retag, wrap, restyle, reorderSections, reorderCards, reorderTools, sortRows),
  translate: translate((href) => href),
  'translate with links': all(
    translate((href) => `/xx${href}`),
    rebuild,
  ),
  'replace a third': all(replaceSome, rebuild),
  'remove a third': all(removeSome, rebuild),
  'sold out': sellOut,
  'dialog closed': inState({ isDialogOpen: false }),
  'other tab': inState({ tab: 1 }),
  'other slide': inState({ slide: 1 }),
  'other month': inState({ month: 1 }),
  'other page of the table': inState({ page: 1 }),
  loading: inState({ isLoading: true }),
};

/** Renders an application before and after a change. */
export function changedPage(seed: number, name: string): ChangedPage {
  const random = randomOf(seed * 31 + [...name].length);
  const look = { ...FIRST_LOOK, style: random.pick(STYLES), hasLabels: random() < 0.3 };
  const before = { app: applicationOf(seed), look, state: FIRST_STATE };
  const after = (CHANGES[name] as Change)(before, random);
  return { before: render(before.app, before.look, before.state), after: render(after.app, after.look, after.state) };
}
