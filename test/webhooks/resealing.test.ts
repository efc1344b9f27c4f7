import { beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { createSecretBox, type SecretBox } from '../../src/infrastructure/secrets/secret-box.ts';
import { purgeExpired } from '../../src/resolvers/addons/retention/purge-expired.ts';
import { resealSecrets } from '../../src/resolvers/addons/webhooks/reseal-secrets.ts';
import { registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';

const OLD = 'old-secret-old-secret-old-secret-old';
const NEW = 'new-secret-new-secret-new-secret-new';
const gone = createSecretBox(['a-secret-that-is-not-listed-any-more']);
const old = createSecretBox([OLD]);
const present = createSecretBox([NEW]);

const app = useTestApp();
let owner: TestUser;
beforeAll(async () => {
  owner = await registerUser(app);
});

/** Creates a webhook with secrets sealed by these boxes; the previous one expires in `seconds`. */
async function sealedIn(box: SecretBox, previousBox: SecretBox, seconds: number): Promise<string> {
  const { id } = await createWebhook(app, owner, { url: 'https://hooks.example/' });
  await app.services.pool.query(
    `UPDATE webhooks SET secret = $2, previous_secret = $3,
            previous_secret_expires_at = now() + $4 * interval '1 second' WHERE id = $1`,
    [id, box.seal('whsec_a', id), previousBox.seal('whsec_b', id), seconds],
  );
  return id;
}

const storedOf = async (id: string) => {
  const { rows } = await app.services.pool.query(
    'SELECT secret, previous_secret AS previous, previous_secret_expires_at AS "expiresAt" FROM webhooks WHERE id = $1',
    [id],
  );
  return rows[0];
};
const reseal = () => resealSecrets(systemContext({ ...app.services, secretBox: createSecretBox([NEW, OLD]) }));

test('reseals secrets under the current AUTH_SECRET, so that older ones can be dropped', async () => {
  const id = await sealedIn(old, old, 3_600);
  await reseal();
  const { secret, previous } = await storedOf(id);
  expect([present.open(secret, id), present.open(previous, id)]).toEqual(['whsec_a', 'whsec_b']);
  await reseal();
  expect(await storedOf(id)).toMatchObject({ secret, previous });
});

test.each([
  ['the previous secret', 3_600],
  ['an expired previous secret', -1],
])('%s that cannot be opened does not prevent resealing the current one', async (_what, seconds) => {
  const id = await sealedIn(old, gone, seconds);
  const before = await storedOf(id);
  await reseal();
  const { secret, previous } = await storedOf(id);
  expect(present.open(secret, id)).toBe('whsec_a');
  expect(previous).toBe(before.previous);
});

test('deletes a previous secret when it expires', async () => {
  const [over, signing] = [await sealedIn(old, old, -1), await sealedIn(old, old, 3_600)];
  const before = await storedOf(signing);
  await purgeExpired(systemContext(app.services));
  expect(await storedOf(over)).toMatchObject({ previous: null, expiresAt: null });
  expect(await storedOf(signing)).toEqual(before);
});
