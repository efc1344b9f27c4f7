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

/**
 * Fills an organization with annotations, labels and replies by SQL. Triggers are off while rows
 * are inserted; the words are added in one statement per batch.
 */
export async function fillWorkList(
  sql: pg.Client,
  { organizationId, userId }: { organizationId: string; userId: string },
  { projects, annotations, labels, replies }: WorkListSize,
): Promise<void> {
  await sql.query('ALTER TABLE annotations DISABLE TRIGGER USER');
  await sql.query('ALTER TABLE comments DISABLE TRIGGER USER');
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
  for (let reply = 0; reply < replies; reply++) {
    await sql.query(
      `INSERT INTO comments (id, annotation_id, content, visibility, author_id, author_name, created_at, updated_at)
       SELECT gen_random_uuid(), id, 'Reply ' || (${WORDS})[1 + (hashtext(id::text || $1) & 65535) % 26] || ' looks done',
              CASE WHEN $1::int % 5 = 4 THEN 'internal' ELSE 'public' END::"Visibility", $2, 'Bench', created_at, created_at
         FROM annotations`,
      [reply, userId],
    );
  }
  await sql.query('ALTER TABLE annotations ENABLE TRIGGER USER');
  await sql.query('ALTER TABLE comments ENABLE TRIGGER USER');
  await sql.query(
    'SELECT refresh_annotation_search(array_agg(id)) FROM (SELECT id, ntile(200) OVER () AS part FROM annotations) a GROUP BY part',
  );
  await insertAttention(sql, { organizationId, userId });
  for (const table of [
    'annotations',
    'comments',
    'annotation_search',
    'labels',
    'projects',
    'watchers',
    'notifications',
  ]) {
    await sql.query(`VACUUM (ANALYZE) ${table}`);
  }
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
     SELECT gen_random_uuid(), project.id, $1, n,
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
            CASE WHEN r.b < 0.05 THEN '[{"key": "SHOP-1"}]' ELSE '[]' END::jsonb, 5, t.at, t.at
       FROM project, members, generate_series(1, $3::int) n
      CROSS JOIN LATERAL (SELECT random() AS a, random() AS b, random() AS c, random() AS d, random() AS e, random() AS f, n AS of) r
      CROSS JOIN LATERAL (SELECT (ARRAY['open', 'open', 'in_progress', 'resolved', 'resolved', 'resolved'])[1 + (r.f * 5)::int]::"AnnotationStatus" AS status) s
      CROSS JOIN LATERAL (SELECT now() - (r.e + ($3::int - n)) * interval '1 minute' AS at) t`,
    [organizationId, userId, perProject],
  );
