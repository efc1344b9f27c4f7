import type { Site } from '../../support/deployments.ts';
import { drawSvg } from '../../support/pictures.ts';
import { pageElement } from '../../support/snapshots.ts';

/** Look of a version of the shop. */
export interface ShopLook {
  button: { text: string; color: string };
  price: string;
  /** Undefined if the page does not have it. */
  badge?: string | undefined;
  heading: string;
  footer: string;
}

export const FIRST_LOOK: ShopLook = {
  button: { text: 'See the collection', color: '#b5532d' },
  price: '89 €',
  badge: 'New',
  heading: 'Tableware made to be used every day',
  footer: 'Shipping and returns',
};

const rgb = (hex: string): string => {
  const value = Number.parseInt(hex.slice(1), 16);
  return `rgb(${value >> 16}, ${(value >> 8) & 255}, ${value & 255})`;
};

/** Draws the shop's pages, without a browser, as captures of deployments find them. */
export async function drawnShop(look: ShopLook, widths: readonly number[] = [1_280, 390]): Promise<Site> {
  const pages = new Map(await Promise.all(widths.map(async (width) => [width, await draw(look, width)] as const)));
  return ({ viewportWidth }) => pages.get(viewportWidth) ?? `No page of ${viewportWidth} pixels`;
}

async function draw({ button, price, badge, heading, footer }: ShopLook, width: number) {
  const isWide = width > 600;
  const [left, size] = isWide ? [96, 48] : [20, 28];
  const boxes = {
    heading: [left, 120, width - 2 * left, size * 1.4],
    button: [left, 260, 240, 56],
    price: [left, 380, 120, 40],
    badge: [left + 160, 384, 72, 32],
    footer: [left, 620, width - 2 * left, 30],
  } satisfies Record<string, [number, number, number, number]>;
  const text = ([x, y, , height]: number[], content: string, fontSize: number, fill = '#26302a', weight = 400) =>
    `<text x="${x}" y="${(y ?? 0) + (height ?? 0) * 0.7}" font-family="sans-serif" font-size="${fontSize}" font-weight="${weight}" fill="${fill}">${content}</text>`;
  const svg = `<rect width="${width}" height="700" fill="#fbf7f2"/><rect width="${width}" height="64" fill="#efe6da"/>
    ${text([left, 12, 0, 44], 'Moss &amp; Kiln', 20, '#26302a', 700)}${text(boxes.heading, heading, size, '#26302a', 700)}
    <rect x="${left}" y="260" width="240" height="56" rx="28" fill="${button.color}"/>
    ${text([left + 32, 260, 0, 56], button.text, 18, '#fff', 600)}${text(boxes.price, price, 28)}
    ${badge ? `<rect x="${left + 160}" y="384" width="72" height="32" rx="6" fill="#ffe7a8"/>${text([left + 176, 384, 0, 32], badge, 16)}` : ''}
    <rect y="600" width="${width}" height="100" fill="#e6ddd0"/>${text(boxes.footer, footer, 16)}`;
  const element = (name: keyof typeof boxes, tag: string, content: string, style = {}) =>
    pageElement(`#${name}`, boxes[name], { tag, text: content, style });
  const frame = ['body', 'header', 'main', 'nav'].map((tag) => pageElement(tag, [0, 0, width, 64], { tag }));
  return {
    picture: await drawSvg(svg, width, 700),
    elements: [
      ...frame,
      element('heading', 'h1', heading),
      element('button', 'a', button.text, { backgroundColor: rgb(button.color) }),
      element('price', 'p', price),
      ...(badge ? [element('badge', 'span', badge)] : []),
      element('footer', 'footer', footer),
    ],
  };
}
