/**
 * SQL condition: the verdict `alias` proves a fix. A resolution named it, or its approval resolved
 * the annotation or accepted another look of a resolved one; an approval that resolves nothing
 * proves nothing.
 */
export const isProof = (alias: string): string => `(${alias}.verdict IN ('changed', 'gone', 'unchanged')
  AND ${alias}.effect IS DISTINCT FROM 'went_back'
  AND (${alias}.review_id IS NULL AND ${alias}.resolved_at IS NOT NULL
       OR (${alias}.former_status IS NOT NULL OR ${alias}.is_proof_due OR ${alias}.before_key IS NOT NULL OR ${alias}.after_key IS NOT NULL)
          AND EXISTS (SELECT FROM deployment_reviews r WHERE r.id = ${alias}.review_id AND r.decision = 'approved')))`;
