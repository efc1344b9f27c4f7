import type { AnchorState } from '../../../../generated/prisma/client.ts';
import type { ElementStyle } from '../../../../infrastructure/capture/page-record.ts';
import type { ElementChange } from '../../../../infrastructure/comparison/elements/element-changes.ts';
import type { ElementDifference } from '../../../../infrastructure/comparison/pixels/compare-elements.ts';
import type { Box } from '../../../../infrastructure/images/geometry.ts';

export const VERDICTS = ['changed', 'unchanged', 'gone', 'regressed', 'unknown'] as const;

export type VerdictKind = (typeof VERDICTS)[number];

/** Reasons of the verdict `unknown`. */
export const UNKNOWN_REASONS = [
  /** No pin of this environment and viewport from before the deployment. */
  'no_earlier_pin',
  /** The earlier pin was not bound, so there is nothing to compare with. */
  'earlier_pin_not_bound',
  /** The element was found below the threshold, or several elements are possible. */
  'element_uncertain',
  /** The element lies outside of one of the pictures. */
  'element_outside_picture',
  /** The snapshot did not look for the annotation: another page, or written later. */
  'no_pin',
  /** The page could not be captured. */
  'capture_failed',
  /** The page responded with an HTTP status other than 2xx. */
  'page_error',
  /** The page redirected to another address. */
  'page_redirected',
  /** The page responded with 401 or 403, or redirected to a login. */
  'needs_credentials',
  /** Hardly an element of the earlier page is left: a maintenance, consent or error page. */
  'page_replaced',
  /** Visible resources of one of the pages were pending, or it is not known. */
  'picture_incomplete',
  /** The element differs between captures of one state of the page: a clock, an ad. */
  'page_unstable',
  /** The pictures were taken by different browsers or versions, or it is not known. */
  'browser_differs',
  'viewport_differs',
  'scale_differs',
  /** The pictures were not compared: missing from the storage, damaged, or too slow. */
  'picture_unreadable',
] as const;

export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** A picture of a page: the fields of a snapshot and its page record that decide comparability. */
export interface PictureFacts {
  /** Name and version. */
  browser: string | null;
  /** CSS pixels. */
  viewport: { width: number; height: number };
  /** Image pixels per CSS pixel. */
  scale: number;
  /** Null if unknown. */
  isComplete: boolean | null;
  /** Null if unknown. */
  isStill: boolean | null;
  /** HTTP status; null without an HTTP response. */
  status: number | null;
  /** Address after redirects, if its page differs from the requested one. */
  redirectedTo: string | null;
  /** Size of the shown part of the page, CSS pixels. */
  size: { width: number; height: number };
}

/** An annotation's element as one snapshot shows it. */
export interface PinFacts {
  state: AnchorState;
  /** 0–1 */
  confidence: number;
  /** CSS pixels in the picture, whole ones if stored. */
  box: Box | null;
  /** Visible text, at most 200 characters. */
  text: string | null;
  styles: Partial<ElementStyle> | null;
  /** SHA-256 of the element's pixels, if stored: equal hashes are equal pixels. */
  contentHash?: string | null;
}

/** A pin with its picture. */
export interface Sighting {
  pin: PinFacts;
  picture: PictureFacts;
}

/** Pixels of an element in two pictures (task `elements` of DiffWorkerPool). */
export type PixelDifference = ElementDifference;

/** Changed elements of the comparison of the two snapshots. */
export type ChangedElement = Pick<ElementChange, 'selector' | 'xpath' | 'kinds'> & {
  before: Pick<NonNullable<ElementChange['before']>, 'box' | 'text'> | null;
  after: Pick<NonNullable<ElementChange['after']>, 'box' | 'text'> | null;
};

/** Move of an element among its like siblings, which its comment is about. */
export interface OrderChange {
  /** Places in the order of reading, from 1. */
  before: number;
  after: number;
  /** XPath of the list in the later page. */
  list: string;
  /** Whether it came to the place that the comment asks for. */
  isAsked: boolean;
  /** Whether it left the place that was asked for and accepted. */
  isLost: boolean;
}

/** Input of `judgeAnnotation`. */
export interface AnnotationCase {
  /** Text of the comment. */
  comment: string;
  /**
   * The last pin of this environment and viewport before the deployment; null without one.
   */
  before: Sighting | null;
  /** Null if the capture failed. */
  after: Sighting | null;
  /** Pixels of `before` and `after`; null if they could not be compared. */
  pixels: PixelDifference | null;
  /**
   * Share of the earlier page's elements that the later page still has (pageOverlap), 0–1; null if
   * unknown.
   */
  overlap: number | null;
  /** Whether the later page may still have the element, by its records; null if unknown. */
  isLeft: boolean | null;
  /** Whether the element differed between earlier captures without a deployment between them. */
  isVolatile: boolean;
  /** Move of the element, if the comment is about it. */
  order?: OrderChange | null;
  /** Whether it moved in its surroundings, if the comment is about its place. */
  isMoved?: boolean;
  /** Changed elements of the page; null if unknown. */
  changes: readonly ChangedElement[] | null;
  /** Looks of a resolved or accepted annotation; null for an open one. */
  accepted: AcceptedLook | null;
}

/** A resolved annotation's two looks in one environment and viewport. */
export interface AcceptedLook {
  /** As reported: the last pin before the change that was accepted. */
  reported: PinFacts;
  /** As accepted: the pin at the resolution or approval. */
  accepted: PinFacts;
  /** Pixels of the reported look and of the present one; null if not compared. */
  pixelsToReported: PixelDifference | null;
  /** Pixels of the reported and the accepted look; null if not compared. */
  pixelsBetween: PixelDifference | null;
}

/** Changes of an element between two pictures. */
export interface Evidence {
  text: { before: string; after: string } | null;
  styles: { name: keyof ElementStyle; before: string; after: string }[];
  size: { before: { width: number; height: number }; after: { width: number; height: number } } | null;
  /** Places in the list, from 1, if the comment is about their order and the element moved. */
  order?: { before: number; after: number };
  /** Places in the picture, CSS pixels, if the comment is about its place and the element moved. */
  place?: Record<'before' | 'after', { x: number; y: number }>;
  /** Differing pixels and pixels of the element; null if not compared or if none differ. */
  pixels: { differing: number; total: number } | null;
}

/** Literal texts that a comment states, such as: should say "Buy now". */
export interface LiteralCheck {
  expected: string[];
  /** Whether the element shows all of them now; null if its text was cut before their end. */
  isMet: boolean | null;
}

/** Output of `judgeAnnotation`. */
export interface AnnotationVerdict {
  verdict: VerdictKind;
  /** Set for `unknown` only. */
  reason: UnknownReason | null;
  evidence: Evidence;
  /** Null if the comment states none. */
  literal: LiteralCheck | null;
}

/** An annotation or a guard that may explain changes. */
export interface ExplainingPin {
  annotationId: string;
  isGuard: boolean;
  verdict: VerdictKind;
  /** CSS pixels from the top left corner of each document; null where it was not found. */
  before: Box | null;
  after: Box | null;
  /** XPath of the list in which the element moved as the comment asks. */
  list?: string | undefined;
  /**
   * Text of the element in the earlier picture, if the changes are those since another picture.
   * There it may have been at another place.
   */
  text?: string | null;
  /** Size of the later page, CSS pixels. */
  page: { width: number; height: number };
}

/** Output of `explainChanges`, in the order of the changes. */
export interface Explanation {
  /** Annotations at the element that explain the change. */
  annotationIds: string[];
  /** Annotations whose guards watch the element. */
  guardedIds: string[];
}
