/** The select list of comments, as hand-written statements return a row: the shape that Prisma gives. */
export const COMMENT_COLUMNS = `id, annotation_id AS "annotationId", parent_id AS "parentId", content,
  author_id AS "authorId", author_name AS "authorName", author_email AS "authorEmail",
  created_at AS "createdAt", updated_at AS "updatedAt"`;
