import { type Random, randomOf } from './random.ts';

/** Content of a generated application; looks and states of it are rendered by `render.ts`. */
export interface Application {
  readonly name: string;
  readonly links: readonly Link[];
  /** Icon buttons of the toolbar. */
  readonly tools: readonly Icon[];
  readonly lead: string;
  readonly cards: readonly Card[];
  readonly rows: readonly Row[];
  readonly tabs: readonly Panel[];
  readonly slides: readonly Panel[];
  readonly fields: readonly string[];
  /** Address of the page's section: `/orders`. */
  readonly section: string;
}

interface Link {
  readonly id: string;
  readonly text: string;
  readonly href: string;
}
/** Picture of a button: path data, and the name of the action. */
export interface Icon {
  readonly id: string;
  readonly action: string;
  readonly path: string;
}
interface Card extends Link {
  readonly action: string;
  readonly title: string;
  readonly price: string;
  readonly flag: string;
  readonly isSoldOut: boolean;
}
interface Row {
  readonly id: string;
  readonly name: string;
  readonly mail: string;
  readonly state: string;
}
interface Panel {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

const NOUNS =
  `anchor apron badge barrel basket bench blanket bottle bowl brush bucket button cabin candle carpet chair clock coat
  compass copper corner cotton counter crane cup curtain desk door drawer drill easel engine fabric feather fence filter
  flag flask flute folder fork frame funnel garden gate glove hammer handle harbor hinge hook invoice island jacket jar
  kettle key ladder lamp lantern leather lever linen lock magnet marble mirror needle notebook oven paddle pan paper pedal
  pencil pillow pipe plate pocket pottery pump quilt rack radio rail ribbon rope rug saddle saw scarf screen shelf shovel
  silk sleeve soap sofa spade spoon stamp stool stove strap table tent thread tile timber tool towel tray tunnel umbrella
  vase velvet wagon wallet wheel window wire wool workshop yarn`.split(/\s+/);
const MODIFIERS =
  `amber ancient bright calm clever coarse cold compact crisp deep double dry early easy empty extra fine firm flat fresh
  gentle golden grand green heavy hidden hollow honest iron light little local long loud mild modern narrow neat northern
  open plain polished proud quick quiet rapid ready rough round sharp short silent silver simple slow smooth soft solid
  southern steady steep stout strong sturdy sunny swift tall thick thin tidy warm western white wide wild wooden`.split(
    /\s+/,
  );
const NAMES =
  `Ada Bela Carla Dimitri Elif Farid Greta Hugo Ines Jonas Kaya Lars Mira Nils Olga Pablo Quentin Rosa Sven Tara Uwe Vera
  Wanda Xenia Yuri Zoe`.split(/\s+/);
const ACTIONS = ['Add to cart', 'Book now', 'Open', 'Compare', 'View details', 'Reserve'];
const FLAGS = ['New', 'Sale', 'Popular', ''];
const STATES = ['Active', 'Invited', 'Suspended'];
const TOOLS = ['Undo', 'Redo', 'Print', 'Share', 'Archive', 'Filter', 'Export', 'Refresh'];
const FIELDS = ['First name', 'Company', 'Street', 'City', 'Phone', 'Notes', 'Country'];

/** Makes the content of an application from a seed. */
export function applicationOf(seed: number): Application {
  const random = randomOf(seed);
  const nouns = random.shuffle(NOUNS);
  const noun = () => nouns.pop() ?? random.pick(NOUNS);
  const title = () => capital(`${random.pick(MODIFIERS)} ${noun()}`);
  const sentence = (length: number) =>
    `${capital(Array.from({ length }, () => random.pick(random() < 0.5 ? MODIFIERS : NOUNS)).join(' '))}.`;
  const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
  const panel = (kind: string) => (i: number) => ({
    id: `${kind}${i}`,
    title: title(),
    text: sentence(9),
    action: random.pick(['Learn more', 'Read on', 'Continue']),
  });
  const action = random.pick(ACTIONS);
  return {
    name: capital(noun()),
    links: times(5, (i) => {
      const text = capital(noun());
      return { id: `link${i}`, text, href: `/${text.toLowerCase()}` };
    }),
    tools: random
      .shuffle(TOOLS)
      .slice(0, 5)
      .map((name) => ({ id: name, action: name, path: pathOf(random) })),
    lead: sentence(12),
    cards: times(6 + random.below(4), (i) => ({
      id: `card${i}`,
      title: title(),
      text: sentence(5 + random.below(6)),
      price: `${5 + random.below(190)}.${random.pick(['00', '50', '90'])} €`,
      flag: random.pick(FLAGS),
      href: `/items/${1000 + random.below(9000)}`,
      isSoldOut: false,
      action,
    })),
    rows: random
      .shuffle(NAMES)
      .slice(0, 6)
      .map((first, i) => ({
        id: `row${i}`,
        name: `${first} ${capital(noun())}`,
        mail: `${first.toLowerCase()}${random.below(90)}@example.com`,
        state: random.pick(STATES),
      })),
    tabs: times(3, panel('tab')),
    slides: times(3, panel('slide')),
    fields: random.shuffle(FIELDS).slice(0, 5),
    section: `/${noun()}`,
  };
}

/** Draws the path data of an icon. */
function pathOf(random: Random): string {
  const number = () => random.below(48) / 2;
  const line = () => `${random.pick(['L', 'H', 'V', 'l'])}${number()} ${number()}`.replace(/([HV]\S+) .*/, '$1');
  return `M${number()} ${number()}${Array.from({ length: 4 + random.below(4) }, line).join('')}z`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
