import type { PageRecord } from '../../capture/page-record.ts';

/** Fields of a page record that comparisons use. */
export type ElementRecord = Pick<PageRecord, 'scale' | 'scroll' | 'height' | 'elements'>;
