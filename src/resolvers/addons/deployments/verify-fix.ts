import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import type { Annotation, Snapshot } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { requireEnvironment } from '../../core/environments/require-environment.ts';
import { isPreviewHost } from '../../core/projects/preview-hosts.ts';
import { createSnapshot } from '../../core/snapshots/create-snapshot.ts';
import { urlInput } from '../../platform/input/fields.ts';
import { assertMayVisit } from '../../platform/input/outbound-url.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { grantOf } from '../../platform/policies/access.ts';

const verifyInput = z.object({ environmentId: z.string().nullish(), url: urlInput.nullish() });

type Options = Pick<
  Snapshot,
  | 'url'
  | 'viewportWidth'
  | 'viewportHeight'
  | 'deviceScaleFactor'
  | 'fullPage'
  | 'waitForSelector'
  | 'delay'
  | 'hideSelectors'
  | 'freeze'
>;

/** The last snapshot with a pin of the annotation, whose series the new one shall continue. */
const LAST = statement(
  'verify-fix/last',
  `SELECT s.url, s.viewport_width AS "viewportWidth", s.viewport_height AS "viewportHeight",
         s.device_scale_factor AS "deviceScaleFactor", s.full_page AS "fullPage", s.wait_for_selector AS "waitForSelector",
         s.delay, s.hide_selectors AS "hideSelectors", s.freeze
    FROM snapshot_pins p
    JOIN snapshots s ON s.series_id = p.series_id AND s.series_number BETWEEN p.first_number AND p.last_number
   WHERE p.annotation_id = $id AND s.project_id = $projectId AND s.image_key IS NOT NULL
     AND (CASE WHEN $environmentId?::uuid IS NULL THEN s.url_key = $urlKey ELSE s.environment_id = $environmentId? END)
   ORDER BY s.created_at DESC, s.id DESC LIMIT 1`,
);

/** Capture of an annotation's page that was not captured before, like that of a deployment. */
const NEW_SERIES = {
  viewport: null,
  fullPage: true,
  waitForSelector: null,
  delay: 0,
  hideSelectors: [],
  freeze: false,
};

/**
 * Captures an annotation's page at once, in an environment or at an address, with the options of
 * the last snapshot that has a pin of it. `fixVerdict` then compares the two.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws the errors of `requirePreviewOrKnownHost` and `createSnapshot`
 */
export async function verifyFix(
  ctx: Context<'config' | 'pool' | 'wakeCaptures' | 'wakeRelay'>,
  id: string,
  args: { environmentId?: string | null; url?: string | null },
): Promise<SnapshotRow> {
  const annotation = await requireAnnotation(ctx, id, 'snapshot.create');
  const { environmentId, url }: z.infer<typeof verifyInput> = parseInput(verifyInput, args);
  if (environmentId && url) throw badField('url', 'must be omitted with environmentId');
  if (url && grantOf(ctx)?.isPanel)
    throw badField('url', 'must be omitted in the panel, which checks pages of comments only');
  const isPreview = url ? await requirePreviewOrKnownHost(ctx, annotation, url) : false;
  const base = environmentId ? await environmentUrl(ctx, environmentId, annotation.projectId) : null;
  const last = await LAST.first(ctx.services.pool, {
    id,
    projectId: annotation.projectId,
    environmentId: environmentId ?? null,
    urlKey: annotation.urlKey,
  });
  const page = url ?? last?.url ?? (base === null ? annotation.url : await pageIn(ctx, base, annotation));
  const options = last ? optionsOf(last) : NEW_SERIES;
  const input = { projectId: annotation.projectId, url: page, ...options };
  return createSnapshot(ctx, input, 'verifyFix', 'notFound', isPreview ? annotation.id : null);
}

const PREVIEW_SETTINGS = statement(
  'verify-fix/preview-settings',
  `SELECT p.preview_hosts AS "previewHosts", environment_of(p.id, $urlKey) IS NOT NULL AS "isOfEnvironment!",
         coalesce((SELECT e.url_key FROM environments e WHERE e.id = $environmentId?), $origin) AS "base!"
    FROM projects p WHERE p.id = $projectId`,
);

/**
 * Returns whether an address is the annotation's page on a preview host, and false on a host that
 * the project's environments or the annotation itself name. Anyone can name an address to an agent:
 * the verdict on a page of strangers would prove a fix that nobody made.
 *
 * @throws BAD_USER_INPUT for another host, and on a preview host for another page, or http: for a
 * page of https:
 */
async function requirePreviewOrKnownHost(
  ctx: Context<'config' | 'pool'>,
  { projectId, environmentId, urlKey }: Annotation,
  address: string,
): Promise<boolean> {
  const [url, own] = [new URL(address), new URL(urlKey)];
  assertMayVisit(ctx, address);
  const parameters = { projectId, environmentId, urlKey: normalizeUrl(address), origin: own.origin };
  const { previewHosts, isOfEnvironment, base } = await PREVIEW_SETTINGS.one(ctx.services.pool, parameters);
  if (isOfEnvironment || url.origin === own.origin) return false;
  if (!isPreviewHost(url, previewHosts)) {
    throw badField(
      'url',
      `${url.host} is not a host of the project. Check an address of an environment, or ask an admin to add the host to the preview hosts in the project settings (previewHosts)`,
    );
  }
  // Without a port, a pattern means the default one of https:.
  if (url.protocol !== 'https:' && url.port === '' && own.protocol === 'https:') {
    throw badField('url', `must begin with https:// on ${url.host}, like the page of the comment`);
  }
  const page = parameters.urlKey.slice(url.origin.length);
  if (page === urlKey.slice(own.origin.length) || page === urlKey.slice(base.length)) return true;
  throw badField(
    'url',
    `must be the page of the comment on ${url.host}: the same path and parameters as on its own host`,
  );
}

function optionsOf({ url: _, viewportWidth: width, viewportHeight: height, deviceScaleFactor, ...options }: Options) {
  return { ...options, viewport: { width, height, deviceScaleFactor } };
}

async function environmentUrl(ctx: Context<'pool'>, id: string, projectId: string): Promise<string> {
  if (!isId(id)) throw badField('environmentId', 'must be a UUID');
  const environment = await requireEnvironment(ctx, id, 'snapshot.create');
  if (environment.projectId !== projectId) throw notFound('Environment');
  return environment.url;
}

const FIND = statement('verify-fix/find', 'SELECT url FROM environments WHERE id = $environmentId?');

/** Address of the annotation's page in another environment: the same path below its address. */
async function pageIn(
  { services: { pool } }: Context<'pool'>,
  base: string,
  { url, environmentId }: Annotation,
): Promise<string> {
  const rows = await FIND.rows(pool, { environmentId });
  const page = new URL(url);
  const former = rows[0] ? pathOf(rows[0].url) : '';
  const below = page.pathname.startsWith(`${former}/`) ? page.pathname.slice(former.length) : page.pathname;
  const target = new URL(base);
  target.pathname = pathOf(base) + below;
  target.search = page.search;
  target.hash = page.hash;
  return target.href;
}

const pathOf = (url: string): string => new URL(url).pathname.replace(/\/+$/, '');
