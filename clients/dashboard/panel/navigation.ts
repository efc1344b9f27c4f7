/** Calls of the panel's frame to its router. */
export interface Navigation {
  /** Id of the open comment. */
  openId(): string | undefined;
  /** Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  open(id: string): void;
  /** Lists the comments of a page, or of all pages. */
  list(page: string | undefined): void;
}
