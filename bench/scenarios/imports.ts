import pg from 'pg';
import { newId } from '../../src/infrastructure/database/ids.ts';
import { median } from '../numbers.ts';
import { makeProject, post, type Scenario } from '../scenario.ts';

const [ITEMS, ROWS_PER_STATEMENT, ROUNDS] = [10_000, 500, 3];
const METADATA = JSON.stringify({ selector: 'main .price', text: '49 €' });

/** Measures an import of 10,000 comments in one request against multi-row INSERTs by bare pg. */
export const imports: Scenario = {
  name: 'imports',
  async run(bench) {
    const client = new pg.Client({ connectionString: bench.databaseUrl });
    await client.connect();
    const ours: number[] = [];
    const peer: number[] = [];
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const project = await makeProject(bench, `import-${round}`);
        const path = `/v1/projects/${project.id}/import/comments`;
        const body = { source: 'bench', comments: comments() };
        ours.push(await perSecond(() => post(bench, path, body)));
        const bare = await makeProject(bench, `bare-import-${round}`);
        peer.push(await perSecond(() => insertBare(client, bare.id)));
      }
    } finally {
      await client.end();
    }
    return [
      { name: 'import of 10 000 comments', ours: median(ours), peer: median(peer), unit: 'items/s', aim: '≥ 0.3' },
    ];
  },
};

const comments = () =>
  Array.from({ length: ITEMS }, (_, number) => ({
    content: `Comment ${number}`,
    url: `https://shop.example/products/${number % 100}`,
    position_x: 12.5,
    position_y: number,
    metadata: JSON.parse(METADATA),
    externalId: `c-${number}`,
  }));

async function insertBare(client: pg.Client, projectId: string): Promise<void> {
  for (let start = 0; start < ITEMS; start += ROWS_PER_STATEMENT) {
    const values: unknown[] = [];
    const rows: string[] = [];
    for (let number = start; number < start + ROWS_PER_STATEMENT; number += 1) {
      const url = `https://shop.example/products/${number % 100}`;
      const row = [newId(), projectId, number, `Comment ${number}`, url, url, 12.5, number, METADATA, METADATA];
      rows.push(`(${[...row, 'c'].map((_, i) => `$${values.length + i + 1}`).join()}, 'import', 'bench', now())`);
      values.push(...row, `c-${number}`);
    }
    await client.query(
      `INSERT INTO annotations (id, project_id, number, content, url, url_key, position_x, position_y, metadata,
                                dom_fingerprint, external_id, source, import_source, updated_at) VALUES ${rows}`,
      values,
    );
  }
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (ITEMS / (performance.now() - started)) * 1000;
}
