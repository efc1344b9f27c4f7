import { expect, test } from 'vitest';
import { createSecretBox } from '../../src/infrastructure/secrets/secret-box.ts';

const OLD = 'old-secret-old-secret-old-secret-old';
const NEW = 'new-secret-new-secret-new-secret-new';

test('ciphertexts are opaque, differ each time, and decrypt', () => {
  const box = createSecretBox([OLD]);
  const [one, two] = [box.seal('whsec_grüße', 'a'), box.seal('whsec_grüße', 'a')];
  expect(one).not.toBe(two);
  expect(one).not.toContain('whsec');
  expect(Buffer.from(one.split('.')[1] ?? '', 'base64url').toString()).not.toContain('whsec');
  for (const sealed of [one, two]) expect(box.open(sealed, 'a')).toBe('whsec_grüße');
});

test('decryption requires the same context and unchanged data', () => {
  const box = createSecretBox([OLD]);
  const sealed = box.seal('whsec_a', 'a');
  expect(() => box.open(sealed, 'b')).toThrow();
  const [id = '', text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => box.open(`${id}.${changed.toString('base64url')}`, 'a')).toThrow();
  }
});

test('all listed secrets decrypt, the first encrypts, and an unlisted one is an error that says what to do', () => {
  const sealed = createSecretBox([OLD]).seal('whsec_a', 'a');
  const rotated = createSecretBox([NEW, OLD]);
  expect(rotated.open(sealed, 'a')).toBe('whsec_a');
  const isPresent = (text: string) => text.startsWith(rotated.currentKeyPrefix);
  expect([isPresent(sealed), isPresent(rotated.seal('whsec_a', 'a'))]).toEqual([false, true]);
  const without = createSecretBox([NEW]);
  expect(without.open(rotated.seal('whsec_a', 'a'), 'a')).toBe('whsec_a');
  expect(() => without.open(sealed, 'a')).toThrow('with an AUTH_SECRET that is no longer listed; list it again');
});

test('correlation markers depend on text and secret, the current one first', () => {
  const [old] = createSecretBox([OLD]).correlationMarkers('a');
  const [present] = createSecretBox([NEW]).correlationMarkers('a');
  expect(createSecretBox([NEW, OLD]).correlationMarkers('a')).toEqual([present, old]);
  expect(createSecretBox([OLD]).correlationMarkers('b')).not.toContain(old);
  expect(old).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
