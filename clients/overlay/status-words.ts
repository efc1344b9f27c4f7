import type { Status } from './annotation.ts';

/** The status as a visitor reads it. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
};
