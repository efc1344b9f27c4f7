/** Pages that the counts of a project and a day tell apart. */
const PAGES = 10_000;
/** Elements that they tell apart, on all pages together. */
const ELEMENTS = 50_000;
/** What no page, and of a page no element, is known by: the md5 of nothing. */
const NONE = "md5('')::uuid";

/** A look at an index for each row: whether there is one, asked otherwise, may be answered by reading the whole table. */
const isThere = (condition: string) =>
  `(SELECT true FROM collected_daily AS d WHERE d.project_id = s.project_id AND d.day = s.day AND ${condition} LIMIT 1) IS NOT NULL`;

/**
 * Bounds what strangers can fill the storage with, for daily counts are kept for good: parts of a WITH that make `apart` of
 * `sums`, the counts by project, day, page and element. What comes to further elements counts for their page, what comes to
 * further pages for the project alone. They need the lock of the counting.
 */
export const TOLD_APART = `sent_pages AS (
    SELECT s.*, s.page_id = ${NONE} OR ${isThere('d.page_id = s.page_id')} AS is_known
      FROM (SELECT DISTINCT project_id, day, page_id FROM sums) AS s
  ), placed_pages AS (
    SELECT s.*, coalesce(c.elements, 0) AS elements, s.is_known OR coalesce(c.pages, 0)
             + row_number() OVER (PARTITION BY s.project_id, s.day, s.is_known ORDER BY s.page_id) <= ${PAGES} AS is_apart
      FROM sent_pages AS s LEFT JOIN collected_days AS c USING (project_id, day)
  ), sent_elements AS (
    SELECT s.*, p.elements, p.is_known AS is_known_page, p.is_apart AS is_page_apart,
           CASE WHEN s.element_id = ${NONE} OR NOT p.is_apart THEN 'none'
                WHEN p.is_known AND ${isThere('d.page_id = s.page_id AND d.element_id = s.element_id')} THEN 'known'
                ELSE 'new' END AS element
      FROM sums AS s JOIN placed_pages AS p USING (project_id, day, page_id)
  ), apart AS (
    SELECT *, element = 'known' OR (element = 'new' AND elements
             + row_number() OVER (PARTITION BY project_id, day, element ORDER BY page_id, element_id) <= ${ELEMENTS})
             AS is_element_apart
      FROM sent_elements
  ), days AS (
    INSERT INTO collected_days AS c (project_id, day, pages, elements)
    SELECT project_id, day, count(DISTINCT page_id) FILTER (WHERE is_page_apart AND NOT is_known_page),
           count(*) FILTER (WHERE element = 'new' AND is_element_apart)
      FROM apart WHERE (is_page_apart AND NOT is_known_page) OR (element = 'new' AND is_element_apart)
     GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (project_id, day) DO UPDATE SET pages = c.pages + excluded.pages, elements = c.elements + excluded.elements
  )`;

/** Of a row of `apart`, what it counts for. */
export const COUNTS_FOR = {
  page: `CASE WHEN is_page_apart THEN page_id ELSE ${NONE} END`,
  element: `CASE WHEN is_element_apart THEN element_id ELSE ${NONE} END`,
  selector: "CASE WHEN is_element_apart THEN selector ELSE '' END",
};
