import sharp from 'sharp';
import type { Size } from '../src/infrastructure/images/tile-hashes.ts';

/** Variable parts of a drawn page. */
export interface PageStyle {
  /** Price on the middle card of the first row. */
  price: number;
  /** Color of the text on every card. */
  textColor: string;
}

const WORDS =
  'as shops have them a page of cards with words and pictures delivery is free and so are returns for thirty days';
const CARD = { width: 360, height: 300 };

/**
 * Draws a page of cards, each with a picture, heading, small print, price and button, as a PNG in
 * the form that browsers write.
 */
export function drawPage(size: Size, style: PageStyle): Promise<Buffer> {
  const [columns, rows] = [Math.floor(size.width / CARD.width), Math.floor(size.height / CARD.height)];
  const cards = Array.from({ length: columns * rows }, (_, index) =>
    card(index, columns, { ...style, price: index === Math.floor(columns / 2) ? style.price : 49 }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif">
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="#8ac"/><stop offset="1" stop-color="#fca"/></linearGradient>
    <rect width="100%" height="100%" fill="#fff"/>${cards.join('')}</svg>`;
  return sharp(Buffer.from(svg), { unlimited: true })
    .ensureAlpha()
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
}

function card(index: number, columns: number, { price, textColor }: PageStyle): string {
  const words = WORDS.split(' ');
  const [x, y] = [(index % columns) * CARD.width, Math.floor(index / columns) * CARD.height];
  const line = (row: number) =>
    Array.from({ length: 7 }, (_, word) => words[(index * 7 + row * 5 + word * 3) % words.length]).join(' ');
  const print = [0, 1, 2, 3].map((row) => `<text x="32" y="${195 + row * 16}" font-size="12">${line(row)}</text>`);
  return `<g transform="translate(${x} ${y})" fill="${textColor}">
    <rect x="20" y="20" width="330" height="270" rx="8" fill="#f7f7f7" stroke="#ddd"/>
    <rect x="32" y="32" width="306" height="110" fill="url(#g)"/>
    <circle cx="${80 + ((index * 37) % 200)}" cy="86" r="32" fill="#fff8"/>
    <text x="32" y="170" font-size="18">Article ${index}</text>${print.join('')}
    <text x="32" y="276" font-size="18">${price} €</text><rect x="220" y="256" width="110" height="26" rx="4" fill="#24a"/></g>`;
}
