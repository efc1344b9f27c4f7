import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Box } from '../images/geometry.ts';

/** What a page was when its picture was taken: kept with the picture, for comparisons and for finding elements again. */
export interface PageRecord {
  title: string;
  /** Where redirects led. */
  finalUrl: string;
  /** HTTP status of the page; null when it came without one. */
  status: number | null;
  /** Of the whole document, CSS pixels. */
  width: number;
  height: number;
  /** Where the picture begins in the document, CSS pixels; absent in records from before this was kept. */
  scroll?: { x: number; y: number };
  /** Image pixels per CSS pixel. */
  scale: number;
  /** Name and version of the browser: pictures of two versions differ by themselves. */
  browser: string;
  /** False when the page still moved in the last of five pictures: another one would be another. */
  isStill: boolean;
  /** False when the picture was taken before all that it shows had come; absent in records from before this was kept. */
  isComplete?: boolean;
  /** Requests without an end when the picture was taken, of any kind; at most 100, of 500 characters. */
  pendingRequests?: string[];
  /** What the page wrote to the console as an error, or threw; at most 100, of 500 characters. */
  consoleErrors: string[];
  /** At most 100. */
  failedRequests: { url: string /** In words. */; reason: string }[];
  /** From the start of the capture to its picture, milliseconds. */
  durationMs: number;
  /** Every visible element of the document, without frames and shadow trees, in document order; at most 20 000. */
  elements: PageElement[];
}

/** Of an element, characters (clients/capture/record-elements.ts). */
export const TEXT_LIMIT = 200;

export interface PageElement {
  /** Unique in the document. */
  selector: string;
  xpath: string;
  /** Lower case. */
  tag: string;
  /** Its attribute, or empty. */
  id: string;
  /** At most 20. */
  classes: string[];
  /** What a reader sees in it, white space collapsed, at most 200 characters. */
  text: string;
  /** x, y, width and height in CSS pixels, from the document's top left corner. */
  box: [number, number, number, number];
  style: ElementStyle;
}

/** Computed values, as the browser writes them. */
export interface ElementStyle {
  color: string;
  backgroundColor: string;
  borderColor: string;
  fontSize: string;
  fontWeight: string;
  fontFamily: string;
  opacity: string;
}

/** Where an element is in the picture, image pixels, not rounded; possibly outside of it. */
export function boxInPicture({ box }: PageElement, { scale, scroll }: Pick<PageRecord, 'scale' | 'scroll'>): Box {
  const [x, y, width, height] = box;
  const { x: left, y: top } = scroll ?? { x: 0, y: 0 };
  return { x: (x - left) * scale, y: (y - top) * scale, width: width * scale, height: height * scale };
}

/** As it is stored: JSON, compressed. */
export const packRecord = (record: PageRecord): Promise<Buffer> => promisify(gzip)(JSON.stringify(record));

/** @throws for bytes that `packRecord` did not give */
export const unpackRecord = async (bytes: Uint8Array): Promise<PageRecord> =>
  JSON.parse((await promisify(gunzip)(bytes)).toString('utf8')) as PageRecord;
