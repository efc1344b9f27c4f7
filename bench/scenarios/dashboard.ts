import { join } from 'node:path';
import pg from 'pg';
import { launchBrowser } from '../../test/support/browser.ts';
import {
  CAPTURED_PAGE,
  measureComparison,
  measureLogIn,
  measureOverlay,
  measurePageView,
  type Shown,
} from '../dashboard/cold.ts';
import { measureFilter, measureOpening, measureScrolling, measureThreads } from '../dashboard/list.ts';
import { logIn, openPage } from '../dashboard/tab.ts';
import { measureUpdates } from '../dashboard/updates.ts';
import { type IsolatedService, startIsolatedService } from '../isolated-service.ts';
import { drawPage } from '../page-images.ts';
import { post, type Scenario } from '../scenario.ts';
import { openSnapshotStore } from '../stored-snapshots.ts';
import { fillWorkList } from '../work-list-data.ts';

const ANNOTATIONS = 10_000;
/** Captured page whose picture is shown. */
const PAGE = { width: 1_440, height: 3_000 };

/** Measures what people wait for in Chromium, in a project with many comments. */
export const dashboard: Scenario = {
  name: 'dashboard',
  async run(bench) {
    const service = await startIsolatedService(bench, {});
    const sql = new pg.Client({ connectionString: service.databaseUrl });
    await sql.connect();
    const browser = await launchBrowser();
    try {
      await fillWorkList(sql, service, { projects: 1, annotations: ANNOTATIONS, labels: 50, replies: 5 });
      const shown = await addPictures(service, sql);
      const list = `${shown.url}/app/projects/${shown.projectId}`;
      const cold = [
        await measureLogIn(browser, shown),
        ...(await measurePageView(browser, shown)),
        ...(await measureComparison(browser, shown)),
        await measureOverlay(browser, shown),
      ];
      const page = await openPage(browser);
      await logIn(page, shown.url);
      return [
        ...cold,
        await measureOpening(page, list, ANNOTATIONS),
        ...(await measureThreads(page, list)),
        await measureFilter(page, list),
        await measureScrolling(page, list, ANNOTATIONS),
        ...(await measureUpdates(page, list, { service, sql, projectId: shown.projectId })),
      ];
    } finally {
      await browser.close();
      await sql.end();
      await service.stop();
    }
  },
};

/** Adds two captures of a page to the project with comments, and their comparison. */
async function addPictures(service: IsolatedService, sql: pg.Client): Promise<Shown> {
  const { rows } = await sql.query<{ id: string; key: string }>(
    "SELECT id, project_key AS key FROM projects WHERE slug = 'project-1'",
  );
  const { id: projectId, key: projectKey } = rows[0] ?? { id: '', key: '' };
  const store = await openSnapshotStore(service.databaseUrl, join(service.dataDir, 'objects'));
  try {
    const ids: string[] = [];
    for (const price of [49, 59]) {
      ids.push(await store.add(projectId, await drawPage(PAGE, { price, textColor: '#333' }), CAPTURED_PAGE));
    }
    const [baselineId, comparisonId] = ids;
    const { data } = await post<{ data: { id: string } }>(service, '/v1/snapshots/compare', {
      baselineId,
      comparisonId,
    });
    // The dashboard's session is bound to BASE_URL, whose default is localhost.
    const url = service.ours.url.replace('127.0.0.1', 'localhost');
    return { url, projectId, projectKey, comparisonId: data.id };
  } finally {
    await store.close();
  }
}
