import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Box, scaledBox } from '../images/geometry.ts';

/** Features that the browser of a capture may lack. */
export const BROWSER_FEATURES = ['webgl', 'webgl2', 'webgpu'] as const;

export type BrowserFeature = (typeof BROWSER_FEATURES)[number];

/** State of a page at its capture, stored with the image for comparisons and re-anchoring. */
export interface PageRecord {
  title: string;
  /** URL after redirects. */
  finalUrl: string;
  /** HTTP status of the page; null without an HTTP response. */
  status: number | null;
  /** Width of the whole document, CSS pixels. */
  width: number;
  height: number;
  /** Offset of the image in the document, CSS pixels; absent in old records. */
  scroll?: { x: number; y: number };
  /** Image pixels per CSS pixel. */
  scale: number;
  /** Name and version of the browser; two versions render the same page differently. */
  browser: string;
  /**
   * False if the page still changed in the last of five attempts, so another capture would differ.
   */
  isStill: boolean;
  /**
   * False if visible resources were still loading, or the page does not end; absent in old records.
   */
  isComplete?: boolean;
  /** True if an element scrolls what no window shows; absent in old records. */
  isCut?: boolean;
  /** Pending requests of any kind; at most 100, of 500 characters each. */
  pendingRequests?: string[];
  /** Console errors and uncaught exceptions; at most 100, of 500 characters each. */
  consoleErrors: string[];
  /** At most 100. */
  failedRequests: { url: string; reason: string }[];
  /** Content security policies of the page, in headers and in its head; absent in old records. */
  policies?: string[];
  /** Features that the page asked for and the browser lacks; absent in old records. */
  missingFeatures?: BrowserFeature[];
  /** Time from the start of the capture to its image, ms. */
  durationMs: number;
  /** Visible elements in document order, without frames and shadow trees; at most 20 000. */
  elements: PageElement[];
}

/** Maximum text of an element, characters (clients/capture/record-elements.ts). */
export const TEXT_LIMIT = 200;

export interface PageElement {
  /** Unique in the document. */
  selector: string;
  xpath: string;
  /** Lower case. */
  tag: string;
  /** The `id` attribute, or empty. */
  id: string;
  /** At most 20. */
  classes: string[];
  /** Visible text with collapsed white space, at most 200 characters. */
  text: string;
  /** x, y, width and height in CSS pixels, from the document's top left corner. */
  box: [number, number, number, number];
  style: ElementStyle;
}

/** Computed values as serialized by the browser. Old records lack the optional ones of CSS. */
export interface ElementStyle {
  color: string;
  backgroundColor: string;
  borderColor: string;
  fontSize: string;
  fontWeight: string;
  fontFamily: string;
  opacity: string;
  backgroundImage?: string;
  borderStyle?: string;
  borderWidth?: string;
  borderRadius?: string;
  boxShadow?: string;
  filter?: string;
  fontStyle?: string;
  letterSpacing?: string;
  lineHeight?: string;
  /** `none` for elements that neither have a list marker nor contain list items. */
  listStyleType?: string;
  outlineStyle?: string;
  textAlign?: string;
  textDecorationLine?: string;
  textTransform?: string;
  transform?: string;
  /**
   * Address that the element leads to: that of itself, of the link around it, or of all links in
   * it; of the same site, without the origin. Empty without a link, absent if links in it differ.
   */
  linkTarget?: string;
  /** `new` if the link that it is or is within opens in another window or tab, else `same`. */
  linkWindow?: string;
}

/** Position of an element in the image, in unrounded image pixels; may lie outside the image. */
export function boxInImage({ box }: PageElement, { scale, scroll }: Pick<PageRecord, 'scale' | 'scroll'>): Box {
  const [x, y, width, height] = box;
  const { x: left, y: top } = scroll ?? { x: 0, y: 0 };
  return scaledBox({ x: x - left, y: y - top, width, height }, scale);
}

/** Serializes a record for storage: gzipped JSON. */
export const packRecord = (record: PageRecord): Promise<Buffer> => promisify(gzip)(JSON.stringify(record));

/** Hash of texts and styles of the elements, which tells whether two pages can differ in them. */
export const stylesHashOf = ({ elements }: Pick<PageRecord, 'elements'>): string =>
  createHash('sha256')
    .update(JSON.stringify(elements.map(({ tag, text, style }) => [tag, text, style])))
    .digest('hex')
    .slice(0, 32);

/** @throws for bytes that `packRecord` did not write */
export const unpackRecord = async (bytes: Uint8Array): Promise<PageRecord> =>
  JSON.parse((await promisify(gunzip)(bytes)).toString('utf8')) as PageRecord;
