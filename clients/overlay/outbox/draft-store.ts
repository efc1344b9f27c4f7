/** Texts of unsent comments and replies. */
export interface DraftStore {
  /** @param id id of the annotation that is replied to; empty for a new comment */
  get(id: string): string;
  /** Replaces the draft. A blank text deletes it. */
  save(id: string, text: string): void;
  hasAny(): boolean;
}

/** Module state, so that drafts survive `destroy()` and a new `init()`. */
const texts = new Map<string, string>();

export const drafts: DraftStore = {
  get: (id) => texts.get(id) ?? '',
  save(id, text) {
    if (text.trim()) texts.set(id, text);
    else texts.delete(id);
  },
  hasAny: () => texts.size > 0,
};
