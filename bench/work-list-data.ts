import type pg from 'pg';

/** Shape of the data of the work list's benchmark. */
export interface WorkListSize {
  projects: number;
  annotations: number;
  labels: number;
  /** Replies of an annotation. */
  replies: number;
}

/** Words of the texts; `rareword` is in one of 10 000 annotations, `common` in half of them. */
const WORDS = `ARRAY['button','price','header','image','align','color','mobile','cart','checkout','login','search','footer',
  'spacing','font','link','broken','typo','menu','modal','form','field','error','loading','scroll','contrast','icon']`;

/** Issues of an annotation that has one. */
const LINKED_ISSUES = JSON.stringify([
  {
    integrationId: '018f0000-0000-7000-8000-000000000001',
    provider: 'jira',
    key: 'SHOP-1',
    url: 'https://shop.example/browse/SHOP-1',
    state: 'open',
  },
]);

/** Text of reply `r.n` of an annotation `a`. */
const REPLY = `'Reply ' || (${WORDS})[1 + (hashtext(a.id::text || r.n) & 65535) % 26] || ' looks done'`;
/** Whether reply `r.n` is internal. */
const IS_INTERNAL = 'r.n % 5 = 4';

const LOADED = ['annotations', 'comments', 'annotation_search'];

/**
 * Fills an organization with annotations, labels and replies by SQL. Triggers and foreign keys are
 * off meanwhile, and indexes are created afterwards.
 */
export async function fillWorkList(
  sql: pg.Client,
  { organizationId, userId }: { organizationId: string; userId: string },
  { projects, annotations, labels, replies }: WorkListSize,
): Promise<void> {
  await sql.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'`);
  const indexes = await dropIndexes(sql);
  await sql.query(
    `INSERT INTO users (id, email, name, password_hash, updated_at)
     SELECT gen_random_uuid(), 'member-' || n || '@bench.example', 'Member ' || n, '', now() FROM generate_series(1, 30) n`,
  );
  await sql.query(
    `INSERT INTO memberships (id, organization_id, user_id, role)
     SELECT gen_random_uuid(), $1, id, 'editor' FROM users WHERE email LIKE 'member-%@bench.example'`,
    [organizationId],
  );
  await sql.query(
    `INSERT INTO projects (id, organization_id, name, slug, project_key, annotation_count, updated_at)
     SELECT gen_random_uuid(), $1, 'Project ' || n, 'project-' || n, 'pk_bench' || n, $3::int / $2::int, now()
       FROM generate_series(1, $2::int) n`,
    [organizationId, projects, annotations],
  );
  await sql.query(
    `INSERT INTO labels (id, project_id, name, color, updated_at)
     SELECT gen_random_uuid(), p.id, 'Label ' || n, '#2f6fed', now()
       FROM projects p, generate_series(1, $1::int / $2::int) n WHERE p.slug LIKE 'project-%'`,
    [labels, projects],
  );
  await insertAnnotations(sql, { organizationId, userId, perProject: Math.floor(annotations / projects) });
  await insertReplies(sql, userId, replies);
  await insertSearch(sql, replies);
  await insertAttention(sql, { organizationId, userId });
  await sql.query(
    `INSERT INTO annotation_counts (project_id, status, visibility, assignee_id, priority, added, is_sum)
     SELECT project_id, status, visibility, assignee_id, priority, count(*), true FROM annotations GROUP BY 1, 2, 3, 4, 5`,
  );
  await sql.query(
    `INSERT INTO annotation_label_counts (project_id, label_id, status, visibility, added, is_sum)
     SELECT project_id, label_id, status, visibility, count(*), true FROM annotations, unnest(label_ids) AS label_id
      GROUP BY 1, 2, 3, 4`,
  );
  for (const statement of indexes) await sql.query(statement);
  await sql.query('RESET session_replication_role');
  await assertSearchable(sql);
  for (const table of [
    ...LOADED,
    'annotation_counts',
    'annotation_label_counts',
    'labels',
    'projects',
    'memberships',
    'watchers',
    'notifications',
  ]) {
    await sql.query(`VACUUM (ANALYZE) ${table}`);
  }
}

/** Drops the indexes of the large tables, and returns the statements that create them again. */
async function dropIndexes(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ name: string; statement: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS statement FROM pg_index i
      WHERE i.indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [LOADED],
  );
  for (const { name } of rows) await sql.query(`DROP INDEX ${name}`);
  return rows.map(({ statement }) => statement);
}

const insertReplies = (sql: pg.Client, userId: string, replies: number) =>
  sql.query(
    `INSERT INTO comments (id, annotation_id, content, visibility, author_id, author_name, created_at, updated_at)
     SELECT uuidv7(), a.id, ${REPLY}, CASE WHEN ${IS_INTERNAL} THEN 'internal' ELSE 'public' END::"Visibility",
            $1, 'Bench', a.created_at, a.created_at
       FROM annotations a, generate_series(0, $2::int - 1) r(n)`,
    [userId, replies],
  );

/** Vector of a text of ASCII characters, as `search_vector` returns it in more time. */
const vectorOf = (text: string) =>
  `array_to_tsvector(array_remove(regexp_split_to_array(lower(${text}), '[^a-z0-9]+'), ''))`;

/** Adds the words that triggers would have added. */
const insertSearch = (sql: pg.Client, replies: number) =>
  sql.query(
    `INSERT INTO annotation_search (annotation_id, members, outsiders)
     SELECT a.id, ${vectorOf("concat_ws(' ', v.public, a.author_email, v.hidden)")}, ${vectorOf('v.public')}
       FROM annotations a CROSS JOIN LATERAL (
         SELECT concat_ws(' ', a.content, a.url, a.author_name, string_agg(${REPLY}, ' ') FILTER (WHERE NOT ${IS_INTERNAL})) AS public,
                string_agg(${REPLY}, ' ') FILTER (WHERE ${IS_INTERNAL}) AS hidden
           FROM generate_series(0, $1::int - 1) r(n)) AS v`,
    [replies],
  );

/** @throws Error unless the words of some annotations are those that the service stores */
async function assertSearchable(sql: pg.Client): Promise<void> {
  const read = async () =>
    (
      await sql.query<{ vectors: string }>(
        `SELECT string_agg(concat_ws(' | ', s.members, s.outsiders), ' | ' ORDER BY s.annotation_id) AS vectors
         FROM annotation_search s JOIN annotations a ON a.id = s.annotation_id WHERE a.number = 1`,
      )
    ).rows[0]?.vectors;
  const inserted = await read();
  await sql.query('SELECT refresh_annotation_search(array_agg(id)) FROM annotations WHERE number = 1');
  if (inserted !== (await read())) throw new Error('bench/work-list-data.ts inserts other words than the service');
}

/**
 * Lets the user watch one of 100 threads, a tenth of them unread, and mentions the user in one of
 * 10 000.
 */
async function insertAttention(
  sql: pg.Client,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const one = (of: number) => `hashtext(a.id::text) % ${of} = 0`;
  const member = 'JOIN memberships m ON m.organization_id = $1 AND m.user_id = $2';
  await sql.query(
    `INSERT INTO watchers (annotation_id, membership_id, state)
     SELECT a.id, m.id, 'watching' FROM annotations a ${member} WHERE ${one(100)}`,
    [organizationId, userId],
  );
  await sql.query(
    `INSERT INTO notifications (id, membership_id, project_id, annotation_id, kind, event_id)
     SELECT gen_random_uuid(), m.id, a.project_id, a.id, 'reply', gen_random_uuid() FROM annotations a ${member} WHERE ${one(1_000)}`,
    [organizationId, userId],
  );
  await sql.query(`UPDATE annotations a SET mentions = ARRAY[$1::uuid] WHERE ${one(10_000)}`, [userId]);
}

const insertAnnotations = (
  sql: pg.Client,
  { organizationId, userId, perProject }: { organizationId: string; userId: string; perProject: number },
) =>
  sql.query(
    `WITH members AS (SELECT array_agg(id) AS ids FROM users WHERE email LIKE 'member-%@bench.example'),
          project AS (
            SELECT p.id, array_agg(l.id) AS labels FROM projects p JOIN labels l ON l.project_id = p.id
             WHERE p.slug LIKE 'project-%' GROUP BY p.id)
     INSERT INTO annotations (id, project_id, organization_id, number, content, url, url_key, metadata, dom_fingerprint,
                              status, resolution, priority, source, visibility, author_id, author_name, author_email,
                              assignee_id, label_ids, due_on, anchor_state, external_issues, comment_count, created_at, updated_at)
     SELECT uuidv7(), project.id, $1, n,
            'The ' || (${WORDS})[1 + (r.a * 25)::int] || ' of the ' || (${WORDS})[1 + (r.b * 25)::int] || ' is wrong' ||
              CASE WHEN r.c < 0.5 THEN ' common' ELSE '' END || CASE WHEN r.c < 0.0001 THEN ' rareword' ELSE '' END,
            'https://shop.example/page-' || (n % 100), 'https://shop.example/page-' || (n % 100),
            '{"selector": "main > section:nth-of-type(2) .price", "text": "49 €", "tag": "p"}', '{"selector": "main .price", "text": "49 €"}',
            s.status, CASE WHEN s.status = 'resolved' THEN 'fixed' END::"Resolution",
            (ARRAY['urgent', 'high', 'normal', 'normal', 'normal', 'normal', 'normal', 'normal', 'low', 'low'])[1 + (r.d * 9)::int]::"Priority",
            CASE WHEN r.e < 0.5 THEN 'overlay' ELSE 'api' END::"AnnotationSource",
            CASE WHEN r.e < 0.1 THEN 'internal' ELSE 'public' END::"Visibility",
            CASE WHEN r.e < 0.5 THEN NULL ELSE $2::uuid END,
            CASE WHEN r.e < 0.5 THEN 'Visitor' ELSE 'Bench' END,
            CASE WHEN r.e < 0.5 THEN 'visitor-' || (r.a * 100000)::int || '@mail.example' END,
            CASE WHEN r.b < 0.6 THEN members.ids[1 + (r.b * 49)::int] END,
            CASE WHEN r.c < 0.4 THEN ARRAY[project.labels[1 + (r.c * 100)::int % array_length(project.labels, 1)]] ELSE '{}' END,
            CASE WHEN r.d < 0.1 THEN date '2026-11-01' + (r.a * 60)::int END,
            CASE WHEN r.a < 0.03 THEN 'orphaned' ELSE 'bound' END::"AnchorState",
            CASE WHEN r.b < 0.05 THEN '${LINKED_ISSUES}' ELSE '[]' END::jsonb, 5, t.at, t.at
       FROM project, members, generate_series(1, $3::int) n
      CROSS JOIN LATERAL (SELECT random() AS a, random() AS b, random() AS c, random() AS d, random() AS e, random() AS f, n AS row, project.id AS of) r
      CROSS JOIN LATERAL (SELECT (ARRAY['open', 'open', 'in_progress', 'resolved', 'resolved', 'resolved'])[1 + (r.f * 5)::int]::"AnnotationStatus" AS status) s
      CROSS JOIN LATERAL (SELECT now() - (r.e + ($3::int - n)) * interval '1 minute' AS at) t`,
    [organizationId, userId, perProject],
  );
