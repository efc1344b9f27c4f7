import { beforeEach, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createSite, type DeployedSite, runDeployment, sitePage } from '../support/deployed-site.ts';
import { advance, type Site } from '../support/deployments.ts';
import { createAnnotation } from '../support/factories.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
let site: DeployedSite;
let annotationId: string;

beforeEach(async () => {
  site = await createSite(app, owner);
  const page = { url: 'https://shop.example/', metadata: { selector: '#buy', text: 'Buy' } };
  annotationId = (await createAnnotation(app, owner, site.projectId, page)).id;
  await runDeployment(app, site, 'reported', AS_REPORTED);
});

const AS_REPORTED = () => sitePage(0);
const [, LOGO] = sitePage(0).elements;

/** A page without the button, on which the logo is the only candidate of its pin. */
const REMOVED: Site = () => ({
  ...sitePage(250),
  elements: LOGO ? [LOGO] : [],
  locate: () => ({
    state: 'moved',
    confidence: 0.4,
    candidates: [{ confidence: 0.4, fingerprint: { selector: '#logo' }, box: { x: 40, y: 25, width: 10, height: 8 } }],
  }),
});

/** A page without the button, whose pin is bound to the logo in its place. */
const REPLACED: Site = () => ({
  ...sitePage(250),
  elements: LOGO ? [LOGO] : [],
  locate: () => ({
    state: 'bound',
    confidence: 0.9,
    candidates: [
      {
        confidence: 0.9,
        fingerprint: { selector: '#logo', text: 'Logo' },
        box: { x: 40, y: 25, width: 10, height: 8 },
      },
    ],
  }),
});

/** A page with the hidden button, which page records do not list. */
const HIDDEN: Site = () => ({
  ...sitePage(250),
  elements: LOGO ? [LOGO] : [],
  locate: () => ({
    state: 'bound',
    confidence: 0.95,
    candidates: [
      { confidence: 0.95, fingerprint: { selector: '#buy', text: 'Buy' }, box: { x: 0, y: 0, width: 0, height: 0 } },
    ],
  }),
});

const FIELDS = `anchor { state candidates { fingerprint } } lastSeen { imageUrl at }
  history(first: 50) { nodes { kind after } }`;
async function read() {
  const document = `{ annotation(id: "${annotationId}") { ${FIELDS} } }`;
  const { data, errors } = await graphql(app, document, {}, { token: owner.token });
  expect(errors).toBeUndefined();
  const { history, ...annotation } = data.annotation;
  const pins = await app.services.pool.query('SELECT state FROM snapshot_pins WHERE annotation_id = $1', [
    annotationId,
  ]);
  const anchors = history.nodes.filter(({ kind }: { kind: string }) => kind === 'anchor');
  return { ...annotation, anchors: anchors.length, pins: pins.rows.map(({ state }) => state) };
}
const verdicts = ({ verdicts }: { verdicts: { verdict: string }[] }) => verdicts.map(({ verdict }) => verdict);

test('an element that is gone has no pin that perhaps moved, in later captures either', async () => {
  const before = await read();
  expect(verdicts(await runDeployment(app, site, 'removed', REMOVED))).toEqual(['gone']);
  const gone = { anchor: { state: 'orphaned', candidates: [] }, lastSeen: before.lastSeen };
  const first = await read();
  expect(first).toMatchObject(gone);
  expect(first.pins).not.toContain('moved');
  expect(verdicts(await runDeployment(app, site, 'again', REMOVED))).toEqual(['gone']);
  const { token } = owner;
  const { body } = await rest(app, 'POST', `/v1/annotations/${annotationId}/verify-fix`, { token });
  await advance(app, REMOVED);
  const path = `/v1/annotations/${annotationId}/verdict?snapshotId=${body.data.id}`;
  expect((await rest(app, 'GET', path, { token })).body.data).toMatchObject({ verdict: 'gone', afterUrl: null });
  expect(await read()).toEqual(first);
  await runDeployment(app, site, 'back', AS_REPORTED);
  expect(await read()).toMatchObject({ anchor: { state: 'bound' } });
});

test('an element that another thing replaced leaves its pin and its picture to no other', async () => {
  const pictures = () => runDeployment(app, site, 'replaced', REPLACED, { force: true });
  for (const deployment of [await pictures(), await pictures()]) {
    expect(verdicts(deployment)).toEqual(['gone']);
    expect(deployment.verdicts[0].afterUrl).toBeNull();
    expect(await read()).toMatchObject({ anchor: { state: 'orphaned', candidates: [] }, lastSeen: null });
  }
  await runDeployment(app, site, 'back', AS_REPORTED);
  expect(await read()).toMatchObject({ anchor: { state: 'bound' }, lastSeen: { imageUrl: expect.any(String) } });
});

test('a hidden element is last seen in the picture that shows it', async () => {
  const { lastSeen } = await read();
  expect(lastSeen.imageUrl).toEqual(expect.any(String));
  expect(verdicts(await runDeployment(app, site, 'hidden', HIDDEN))).toEqual(['gone']);
  expect((await read()).lastSeen.at).toBe(lastSeen.at);
});
