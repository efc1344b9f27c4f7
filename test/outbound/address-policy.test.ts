import { describe, expect, test } from 'vitest';
import { isPublicAddress, mayDial } from '../../src/infrastructure/outbound/address-policy.ts';
import { type Lookup, resolveChecked } from '../../src/infrastructure/outbound/resolve-checked.ts';
import { DISGUISED_HOSTS, FORBIDDEN_ADDRESSES, PUBLIC_ADDRESSES } from '../support/addresses.ts';

/** Lookup that returns these addresses for any name. */
const nameOf =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const NOT_PUBLIC = /is not an address of the public internet, and NETWORK_POLICY=public allows no other; use a public/;

describe('an address', () => {
  test.each(FORBIDDEN_ADDRESSES)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(mayDial(address, 'public')).toBe(false);
    expect(mayDial(address, 'open')).toBe(true);
  });

  test.each(PUBLIC_ADDRESSES)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(mayDial(address, 'public')).toBe(true);
  });

  test.each(['', 'example.com', '8.8.8', '8.8.8.8.8', '8.8.8.8 ', '[2606:4700::1]'])(
    '"%s" is not an address',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});

describe('resolving under the policy public', () => {
  test.each(FORBIDDEN_ADDRESSES)('a name with the address %s is rejected', async (address) => {
    await expect(resolveChecked('inside.example', { policy: 'public', lookup: nameOf(address) })).rejects.toThrow(
      NOT_PUBLIC,
    );
  });

  test.each(FORBIDDEN_ADDRESSES.filter((address) => address.includes(':') && !address.includes('%')))(
    'the literal [%s] is refused, without a look-up',
    async (address) => {
      await expect(resolveChecked(`[${address}]`, { policy: 'public' })).rejects.toThrow(NOT_PUBLIC);
    },
  );

  test.each(DISGUISED_HOSTS)('http://%s/ is rejected after URL parsing', async (host) => {
    const { hostname } = new URL(`http://${host}/`);
    await expect(resolveChecked(hostname, { policy: 'public' })).rejects.toThrow(NOT_PUBLIC);
  });

  test('one private address among public ones rejects the name', async () => {
    const lookup = nameOf('8.8.8.8', '2606:4700:4700::1111', '10.0.0.1');
    await expect(resolveChecked('mixed.example', { policy: 'public', lookup })).rejects.toMatchObject({
      failure: 'refused',
    });
  });

  test('public addresses are returned unchanged, after one lookup', async () => {
    let lookups = 0;
    const lookup: Lookup = async () => {
      lookups += 1;
      return [{ address: '8.8.8.8', family: 4 }];
    };
    expect(await resolveChecked('dns.example', { policy: 'public', lookup })).toEqual([
      { address: '8.8.8.8', family: 4 },
    ]);
    expect(lookups).toBe(1);
    expect(await resolveChecked('[2606:4700:4700::1111]', { policy: 'public', lookup })).toEqual([
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
    expect(lookups).toBe(1);
  });
});

describe('resolving under the policy open', () => {
  test("private addresses are returned, and names use the system's resolver", async () => {
    expect(await resolveChecked('10.0.0.1', { policy: 'open' })).toEqual([{ address: '10.0.0.1', family: 4 }]);
    const local = await resolveChecked('localhost', { policy: 'open' });
    expect(['127.0.0.1', '::1']).toContain(local[0]?.address);
  });
});

describe('a name that cannot be resolved', () => {
  test('without a DNS response within the time limit', async () => {
    const lookup: Lookup = () => new Promise(() => undefined);
    await expect(resolveChecked('slow.example', { policy: 'public', lookup, timeoutMs: 20 })).rejects.toThrow(
      'slow.example could not be resolved: the name servers did not respond within 20 ms',
    );
  });

  test.each([
    ['ENOTFOUND', 'there is no such name'],
    ['ESERVFAIL', 'its name servers did not respond'],
  ])('%s: %s', async (code, reason) => {
    const lookup: Lookup = () => Promise.reject(Object.assign(new Error('query failed'), { code }));
    await expect(resolveChecked('gone.example', { policy: 'open', lookup })).rejects.toThrow(
      `gone.example could not be resolved: ${reason}`,
    );
  });

  test('because it has no address', async () => {
    await expect(resolveChecked('empty.example', { policy: 'public', lookup: nameOf() })).rejects.toMatchObject({
      failure: 'unresolved',
      message: 'empty.example could not be resolved: it has no address',
    });
  });
});
