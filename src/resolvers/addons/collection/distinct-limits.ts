/** Distinct pages counted per project and day. */
const MAX_PAGES = 10_000;
/** Distinct elements counted per project and day, over all pages. */
const MAX_ELEMENTS = 50_000;
/** Id of "no page" and "no element": the md5 of an empty string. */
const NONE = "md5('')::uuid";

/** Checks for a row with one index lookup. EXISTS may be planned as a scan of the whole table. */
const hasRow = (condition: string) =>
  `(SELECT true FROM collected_daily AS d WHERE d.project_id = s.project_id AND d.day = s.day AND ${condition} LIMIT 1) IS NOT NULL`;

/**
 * SQL CTEs that turn `sums`, the counts by project, day, page and element, into `apart`, which
 * limits the distinct pages and elements. Daily counts are stored permanently, so third parties
 * must not be able to grow them without bound. Further elements count for their page, further pages
 * for the project. Requires the counting lock.
 */
export const DISTINCT_CTES = `sent_pages AS (
    SELECT s.*, s.page_id = ${NONE} OR ${hasRow('d.page_id = s.page_id')} AS is_known
      FROM (SELECT DISTINCT project_id, day, page_id FROM sums) AS s
  ), placed_pages AS (
    SELECT s.*, coalesce(c.elements, 0) AS elements, s.is_known OR coalesce(c.pages, 0)
             + row_number() OVER (PARTITION BY s.project_id, s.day, s.is_known ORDER BY s.page_id) <= ${MAX_PAGES} AS is_apart
      FROM sent_pages AS s LEFT JOIN collected_days AS c USING (project_id, day)
  ), sent_elements AS (
    SELECT s.*, p.elements, p.is_known AS is_known_page, p.is_apart AS is_page_apart,
           CASE WHEN s.element_id = ${NONE} OR NOT p.is_apart THEN 'none'
                WHEN p.is_known AND ${hasRow('d.page_id = s.page_id AND d.element_id = s.element_id')} THEN 'known'
                ELSE 'new' END AS element
      FROM sums AS s JOIN placed_pages AS p USING (project_id, day, page_id)
  ), apart AS (
    SELECT *, element = 'known' OR (element = 'new' AND elements
             + row_number() OVER (PARTITION BY project_id, day, element ORDER BY page_id, element_id) <= ${MAX_ELEMENTS})
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

/** SQL expressions for the page, element and selector that a row of `apart` counts for. */
export const COUNTED_AS = {
  page: `CASE WHEN is_page_apart THEN page_id ELSE ${NONE} END`,
  element: `CASE WHEN is_element_apart THEN element_id ELSE ${NONE} END`,
  selector: "CASE WHEN is_element_apart THEN selector ELSE '' END",
};
