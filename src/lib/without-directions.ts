/**
 * Removes the controls that show text in another order than it has: embeddings, overrides and
 * isolates. Marks stay, which names in right-to-left scripts need.
 */
export const withoutDirections = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
