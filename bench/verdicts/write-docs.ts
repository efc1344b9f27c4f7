// `npm run docs:verdicts` captures the labeled set, judges it, and writes the tables of
// docs/verdicts.md. Takes about three minutes on two cores.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Site, servePages } from '../../test/snapshots/support/pages.ts';
import { testPool } from '../../test/snapshots/support/pool.ts';
import { replaceSection } from '../rebind/markdown.ts';
import { DESIGNS } from './designs.ts';
import { judgeDesigns } from './judge-set.ts';
import { accuracyTable, releaseTable } from './tables.ts';

const DOCUMENT = new URL('../../docs/verdicts.md', import.meta.url);

const site: Site = {};
const server = await servePages(site);
const pool = await testPool();
try {
  const cases = await judgeDesigns(DESIGNS, pool.capture, (path, html) => {
    site[path] = html;
    return server.url + path;
  });
  const size = `The set has ${cases.length} cases in ${DESIGNS.length} designs. In percent:`;
  const sections = [
    ['table: accuracy', accuracyTable(cases)],
    ['table: releases', releaseTable(cases)],
    ['size of the set', size],
  ] as const;
  const before = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(
    DOCUMENT,
    sections.reduce((text, [name, section]) => replaceSection(text, name, section), before),
  );
  process.stdout.write(`Written: ${size}\n`);
} finally {
  await pool.close();
  await server.close();
}
