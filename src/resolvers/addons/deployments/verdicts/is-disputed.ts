import { isProof } from './is-proof.ts';
import { isReturn } from './is-return.ts';

/**
 * SQL condition: the verdict `alias` proves a fix that is disputed. The reporter answered that it
 * is still wrong, or a later deployment found the reported look again.
 */
export const isDisputed = (alias: string): string =>
  `${isProof(alias)} AND EXISTS (SELECT FROM deployment_verdicts o WHERE o.annotation_id = ${alias}.annotation_id
     AND (o.answer = 'wrong' AND (o.id = ${alias}.id OR o.review_id = ${alias}.review_id)
       OR o.deployment_id IS NOT NULL AND ${isReturn('o')} AND o.created_at > ${alias}.created_at))`;
