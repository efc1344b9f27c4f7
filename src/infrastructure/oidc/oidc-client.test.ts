import { expect, test } from 'vitest';
import { profileOf } from './oidc-client.ts';

const emailClaims = ['email', 'preferred_username', 'upn'];
const read = (person: Record<string, unknown>, trustsEmail: boolean) => {
  const { email, isEmailVerified } = profileOf('https://id.example', 's', person, { emailClaims, trustsEmail });
  return [email, isEmailVerified];
};

test.each<[Record<string, unknown>, email: string | undefined, isVerified: boolean, isTrusted: boolean]>([
  [{ email: 'a@b.example', email_verified: true }, 'a@b.example', true, true],
  [{ email: 'a@b.example', email_verified: 'true' }, 'a@b.example', true, true],
  [{ email: 'a@b.example' }, 'a@b.example', false, true],
  [{ email: 'a@b.example', email_verified: false }, 'a@b.example', false, false],
  [{ email: 'a@b.example', email_verified: 'false' }, 'a@b.example', false, false],
  [{ preferred_username: 'a@b.example' }, 'a@b.example', false, true],
  [{ preferred_username: 'a@b.example', email_verified: true }, 'a@b.example', false, false],
  [{ email: '', upn: 'a@b.example', email_verified: true }, 'a@b.example', false, false],
  [{ preferred_username: 'CORP\\a', upn: 'a@b.example' }, 'a@b.example', false, true],
  [{ email: '', upn: 'a@b.example' }, 'a@b.example', false, true],
  [{ email: 42, name: 'A' }, undefined, false, true],
  [{ email: 'a@b.example', email_verified: 'True' }, 'a@b.example', true, true],
  [{ email: 'a@b.example', email_verified: 'False' }, 'a@b.example', false, false],
  [{ email: 'a@b.example', email_verified: 0 }, 'a@b.example', false, false],
  [{ email: 'a@b.example', email_verified: 'no' }, 'a@b.example', false, false],
  [{ email: 'a@b.example', email_verified: null }, 'a@b.example', false, true],
  [{ email: [' a@b.example ', 'c@d.example'] }, 'a@b.example', false, true],
  [{ email: [], upn: 'a@b.example' }, 'a@b.example', false, true],
  [{ preferred_username: 'a_b.example#EXT#@corp.example', upn: 'a@b.example' }, 'a@b.example', false, true],
  [{ upn: 'a_b.example#ext#@corp.example' }, undefined, false, true],
])('the address of %o', (person, email, isVerified, isTrusted) => {
  expect(read(person, false)).toEqual([email, isVerified]);
  expect(read(person, true)).toEqual([email, isTrusted]);
});

test.each<[emailVerified: unknown, trustsEmail: boolean, others: string[]]>([
  [undefined, true, ['b@b.example', 'c@b.example']],
  [null, true, ['b@b.example', 'c@b.example']],
  [true, true, []],
  ['true', true, []],
  [false, true, []],
  [undefined, false, []],
])('the other addresses beside email_verified %s, trusted: %s', (email_verified, trustsEmail, others) => {
  const person = { email: 'a@b.example', preferred_username: 'b@b.example', upn: 'c@b.example', email_verified };
  const profile = profileOf('https://id.example', 's', person, { emailClaims, trustsEmail });
  expect(profile).toMatchObject({ email: 'a@b.example', otherEmails: others });
});

test('reads the address of the declared claim only', () => {
  const person = { email: 'a@b.example', upn: 'c@d.example', email_verified: true };
  const readUpn = (trustsEmail: boolean) =>
    profileOf('https://id.example', 's', person, { emailClaims: ['upn'], trustsEmail });
  expect(readUpn(false)).toMatchObject({ email: 'c@d.example', isEmailVerified: false });
  expect(readUpn(true)).toMatchObject({ email: 'c@d.example', isEmailVerified: true });
});
