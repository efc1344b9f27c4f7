/** Replacement of a unique part of the body, or a style sheet that is added. */
export type Edit = readonly [part: string, other: string] | string;

/** The truth about an annotation in a release. */
export type Label =
  /** It changed as the comment asks, by its words. */
  | 'does_it'
  /** It changed, and only a person can tell whether that answers the comment. */
  | 'changed_otherwise'
  | 'unchanged'
  /** Removed, hidden or replaced. */
  | 'gone'
  /** The same, as the comment asks. */
  | 'gone_as_asked'
  /** It was accepted, and looks as reported again. */
  | 'went_back';

export const RELEASE_KINDS = ['fixes', 'restyling', 'redesign', 'rollback', 'removal', 'move', 'noise'] as const;
export type ReleaseKind = (typeof RELEASE_KINDS)[number];

/** A deployment of the page. */
export interface Release {
  kind: ReleaseKind;
  /** Edits of the first state of the page. */
  edits: readonly Edit[];
  /** Truth by pin; `unchanged` for the others. */
  labels?: Readonly<Record<string, Label>>;
  /** Pins whose look is accepted after the release: later ones are judged against it. */
  accepts?: readonly string[];
}

/** A page with comments, and its releases in their order. */
export interface Design {
  name: string;
  /** Attributes of the root element. */
  root?: string;
  css: string;
  body: string;
  /** Selector of the commented element, and the comment, by name. */
  pins: Readonly<Record<string, readonly [selector: string, comment: string]>>;
  releases: readonly Release[];
}
